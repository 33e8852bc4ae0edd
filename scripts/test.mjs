import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './ensureChromium.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { ensureWeb } from './ensureWeb.mjs'
import { findNode24 } from './findNode24.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root, { development: true })
ensureWeb(root)
const node = findNode24(root)
const chromium = await ensureChromium(root)
const scratch = mkdtempSync(join(tmpdir(), 'purser-test-report-'))

const totals = { passed: 0, failed: 0 }
const environment = {
  ...process.env,
  CHROMIUM_PATH: chromium,
  PATH: [join(root, 'node_modules/.bin'), dirname(node), process.env.PATH].join(delimiter),
}

/** A check that passes or fails as a whole. */
function check(name, command, ...args) {
  const { status } = run(command, args, environment)
  totals[status === 0 ? 'passed' : 'failed'] += 1
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`)
}

/** A run of the test suite; its own counts are added up. */
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
    // A file that does not load has no tests to fail, and a test that did not run has not passed.
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

const run = (command, args, env) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    shell: process.platform === 'win32',
  })

check('types of the contract', 'tsc', '--noEmit', '-p', 'packages/contract')
check(
  'types of the clients, the pages and the example',
  'tsc',
  '--noEmit',
  '-p',
  'tsconfig.clients.json',
)
check('types of the server', 'tsc', '--noEmit', '-p', 'packages/server')
check(
  'types of what browsers load',
  'tsc',
  '--noEmit',
  '-p',
  'packages/server/tsconfig.browser.json',
)
check('packages as they are published', 'node', 'scripts/packages/checkPackages.mjs')
check('lint and format', 'biome', 'check', '--error-on-warnings', '.')
check('nothing unused', 'knip')
const { TEST_DATABASE_URL } = process.env
suite('embedded', [], { TEST_DATABASE_URL: '' })
if (TEST_DATABASE_URL) {
  suite('given', ['--project', 'database', '--project', 'simulation'], { TEST_DATABASE_URL })
}

rmSync(scratch, { recursive: true, force: true })
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)
