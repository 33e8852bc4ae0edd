import { availableParallelism } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files named `.db.test` and all files in a test/ folder need PostgreSQL. */
const needsDatabase = [
  'packages/*/src/**/*.db.test.{ts,tsx}',
  '{packages,examples}/*/test/**/*.test.{ts,tsx}',
]
const pure = ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts']
/**
 * These tests count the timers of a fake clock. In a worker that has run an application, its timers
 * would count too.
 */
const countsTimers = ['packages/node/src/**/*.test.ts']
/**
 * `npm test` also runs the tests of pure code in the workers of the database tests, because these
 * workers have already loaded most modules.
 */
const isWholeRun = process.env.PURSER_TEST_RUN === 'whole'
/** React tests against the real server need a DOM. */
const needsDocument = ['packages/*/test/**/*.test.tsx']
const SIMULATION = join('packages/server/test/simulation/')
const globalSetup = ['packages/server/test/harness/database/globalSetup.ts']
/** The timeouts only stop tests that hang. A busy machine may be several times slower. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000 }
/**
 * Most code runs only a few times in a test. V8 therefore compiles it once with the baseline
 * compiler, and a large young generation makes garbage collection rare.
 */
const execArgv = ['--always-sparkplug', '--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * Runs the simulations after the other database tests. They load the product again for each planted
 * bug, and these modules stay in the memory of the worker. The short tests come last, so that all
 * workers end at about the same time.
 */
class ShortTestsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const stageOf = ({ moduleId, project }: TestSpecification): number => {
      if (project.name === 'document') return 0
      const path = relative(import.meta.dirname, moduleId)
      if (!needsDatabase.some((pattern) => matchesGlob(path, pattern))) return 3
      return path.startsWith(SIMULATION) ? 2 : 1
    }
    return [0, 1, 2, 3].flatMap((stage) => sorted.filter((file) => stageOf(file) === stage))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ShortTestsLast },
    // There are more workers than cores, because some tests wait for a process or a browser.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'pure',
          sequence: { groupOrder: 2 },
          include: isWholeRun ? countsTimers : pure,
          exclude: needsDatabase,
          // Modules hold no state, so a worker can load them once for all of its test files.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'database',
          sequence: { groupOrder: 1 },
          include: isWholeRun ? [...needsDatabase, ...pure] : needsDatabase,
          exclude: isWholeRun ? [...needsDocument, ...countsTimers] : needsDocument,
          // Modules with a planted bug are loaded by Node itself, like the product in production.
          server: { deps: { external: [/\?planted=/] } },
          isolate: false,
          execArgv,
          globalSetup,
          ...patience,
        },
      },
      {
        test: {
          name: 'document',
          include: needsDocument,
          environment: './packages/react/test/harness/domEnvironment.ts',
          // Fewer workers, because each one loads jsdom and the server. That takes longer than a
          // third of these tests.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
          isolate: false,
          execArgv,
          globalSetup,
          ...patience,
        },
      },
    ],
  },
})
