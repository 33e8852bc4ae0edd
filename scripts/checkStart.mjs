import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from './ensureInstalled.mjs'
import { findPurser, untilPurserAnswers } from './findPurser.mjs'

/**
 * Starts Purser in a new data folder with the command that the README gives for this platform.
 * Calls the API, loads a page and stops Purser. Exits with 1 if a step fails. This check is for
 * platforms on which the test suite does not run.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const START_MS = 300_000
const STOP_MS = 30_000

// The script of `npm start` begins with `exec`, which the Windows shell does not have.
// docs/decisions/0002-self-installing-commands.md explains the `exec`.
const [program, args] =
  process.platform === 'win32' ? ['node', ['scripts/start.mjs']] : ['npm', ['start']]

process.env.PURSER_DATA_DIR = mkdtempSync(join(tmpdir(), 'purser-check-'))
const purser = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
const ended = new Promise((done) => purser.on('exit', () => done(true)))

/** Resolves with null after the given number of milliseconds. */
const within = (promise, milliseconds) =>
  Promise.race([promise, new Promise((late) => setTimeout(late, milliseconds, null))])

const credentials = await within(untilPurserAnswers(ended), START_MS)
const problem = credentials ? await findProblem(credentials) : 'Purser did not start.'
purser.kill('SIGINT')
const isStopped = await within(ended, STOP_MS)
if (problem) fail(problem)
if (!isStopped) fail(`Purser was still running ${STOP_MS / 1_000} seconds after Ctrl-C.`)
if (await findPurser()) fail('The API still answers, although Purser has stopped.')
await rm(process.env.PURSER_DATA_DIR, { recursive: true, force: true })
console.log(`Purser starts, answers and stops on ${process.platform}-${process.arch}.`)
process.exit(0)

async function findProblem({ baseUrl, secretKey, portalUrl }) {
  const plans = await fetch(`${baseUrl}/v1/plans?status=active`, {
    headers: { 'x-api-key': secretKey },
  })
  const { data } = await plans.json()
  if (!data?.some(({ slug }) => slug === 'pro-monthly')) return 'The demo plans are missing.'
  const page = await fetch(portalUrl)
  return page.ok ? null : `The portal answers with ${page.status}.`
}
