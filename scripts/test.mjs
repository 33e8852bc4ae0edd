import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './ensureChromium.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { ensureWeb } from './ensureWeb.mjs'
import { findNode24 } from './findNode24.mjs'

/** `npm run test:deep` runs all seeds, planted bugs and combinations, `npm test` only a sample. */
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

const node = await timed('installation', async () => {
  ensureInstalled(root, { development: true })
  return findNode24(root)
})
const scratch = mkdtempSync(join(tmpdir(), 'purser-test-report-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), dirname(node), process.env.PATH].join(delimiter),
  ...(isDeep && { PURSER_TEST_DEPTH: 'all' }),
}

const start = (command, args, options) =>
  spawn(command, args, { cwd: root, shell: process.platform === 'win32', ...options })

/**
 * Runs a command that passes or fails as a whole, and prints its output once it ends. The tests run
 * at the same time with a higher priority, so a check uses the CPU time that the tests leave.
 */
function check(name, ...command) {
  const [program, ...args] =
    process.platform === 'win32' ? command : ['nice', '-n', '19', ...command]
  const child = start(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment })
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
async function suite(name, args, extra) {
  const report = join(scratch, `${name}.json`)
  const status = await new Promise((resolve) => {
    const vitest = start(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
      { stdio: ['ignore', 'inherit', 'inherit'], env: { ...environment, ...extra } },
    )
    vitest.once('error', () => resolve(1))
    vitest.once('close', resolve)
  })
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
// The slowest checks come first.
const checks = [
  types('the code that runs in Node', 'tsconfig.node.json'),
  () => check('published packages', 'node', 'scripts/packages/checkPackages.mjs'),
  types('the clients, the pages and the example', 'tsconfig.clients.json'),
  () => check('lint and format', 'biome', 'check', '--error-on-warnings', '.'),
  () => check('no unused files, exports or dependencies', 'knip'),
  types('the code that browsers load', 'packages/server/tsconfig.browser.json'),
]
const checked = timed('types, packages and lint during the tests', async () => {
  for (const start of checks) await start()
})
environment.CHROMIUM_PATH = await timed('pages and browser', () => {
  ensureWeb(root)
  return ensureChromium(root)
})
const { TEST_DATABASE_URL } = process.env
await timed('tests', () =>
  suite('embedded', [], { TEST_DATABASE_URL: '', PURSER_TEST_RUN: 'whole' }),
)
if (TEST_DATABASE_URL) {
  await timed('tests on TEST_DATABASE_URL', () =>
    suite('provided', ['--project', 'database'], { TEST_DATABASE_URL }),
  )
}
await checked

const seconds = (ms) => `${Math.round(ms / 1000)} s`
const times = parts.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')
console.log(`\n${isDeep ? 'Deep run' : 'Run'} of ${seconds(performance.now())}: ${times}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)
