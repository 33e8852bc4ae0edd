import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './ensureChromium.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { ensureWeb } from './ensureWeb.mjs'
import { findNode24 } from './findNode24.mjs'

/**
 * `npm run test:deep` runs every seed, planted bug and combination of which `npm test` runs a
 * sample.
 */
const isDeep = process.argv.includes('--deep')

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const parts = []
const totals = { passed: 0, failed: 0 }

/** Runs one part of the suite and records how long it took. */
async function timed(name, part) {
  const start = performance.now()
  const result = await part()
  parts.push([name, performance.now() - start])
  return result
}

const { node, chromium } = await timed('install and build', async () => {
  ensureInstalled(root, { development: true })
  ensureWeb(root)
  return { node: findNode24(root), chromium: await ensureChromium(root) }
})
const scratch = mkdtempSync(join(tmpdir(), 'purser-test-report-'))
const environment = {
  ...process.env,
  CHROMIUM_PATH: chromium,
  PATH: [join(root, 'node_modules/.bin'), dirname(node), process.env.PATH].join(delimiter),
  ...(isDeep && { PURSER_TEST_DEPTH: 'all' }),
}

const run = (command, args, env) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    shell: process.platform === 'win32',
  })

/** Runs a command that passes or fails as a whole, and prints its output once it ends. */
function check(name, command, ...args) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    const end = (isOk) => {
      totals[isOk ? 'passed' : 'failed'] += 1
      process.stdout.write(`${output}${isOk ? 'ok  ' : 'FAIL'} ${name}\n`)
      resolve()
    }
    child.once('error', (error) => {
      output += `${error.message}\n`
    })
    child.once('close', (status) => end(status === 0))
  })
}

/** Runs Vitest and adds its counts to the totals. */
function suite(name, args, extra) {
  const report = join(scratch, `${name}.json`)
  const { status } = run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { ...environment, ...extra },
  )
  try {
    const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    // A file that does not load has no tests that could fail. A skipped test has not passed.
    const broken = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    totals.passed += numPassedTests
    totals.failed += Math.max(numFailedTests, numTotalTests - numPassedTests) + broken.length
    if (status !== 0 && numFailedTests + broken.length === 0) totals.failed += 1
  } catch {
    totals.failed += 1
  }
}

const types = (name, project) => () =>
  check(`types of ${name}`, 'tsc', '--noEmit', '--checkers', '1', '-p', project)
// The longest first. Two at a time: one check alone seldom keeps two cores busy.
const checks = [
  types('the code that runs in Node', 'tsconfig.node.json'),
  () => check('packages as they are published', 'node', 'scripts/packages/checkPackages.mjs'),
  types('the clients, the pages and the example', 'tsconfig.clients.json'),
  () => check('lint and format', 'biome', 'check', '--error-on-warnings', '.'),
  () => check('nothing unused', 'knip'),
  types('the code that browsers load', 'packages/server/tsconfig.browser.json'),
]
await timed('types, packages and lint', async () => {
  const next = async () => {
    for (let start = checks.shift(); start; start = checks.shift()) await start()
  }
  await Promise.all([next(), next()])
})
const { TEST_DATABASE_URL } = process.env
await timed('tests', () => suite('embedded', [], { TEST_DATABASE_URL: '' }))
if (TEST_DATABASE_URL) {
  await timed('tests on TEST_DATABASE_URL', () =>
    suite('provided', ['--project', 'database', '--project', 'simulation'], { TEST_DATABASE_URL }),
  )
}

rmSync(scratch, { recursive: true, force: true })
const seconds = (ms) => `${Math.round(ms / 1000)} s`
const total = parts.reduce((sum, [, ms]) => sum + ms, 0)
const times = parts.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')
console.log(`\n${isDeep ? 'Deep run' : 'Run'} of ${seconds(total)}: ${times}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)
