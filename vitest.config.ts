import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files named `.db.test` and all files in a test/ folder need PostgreSQL. */
const needsDatabase = [
  'packages/*/src/**/*.db.test.{ts,tsx}',
  '{packages,examples}/*/test/**/*.test.{ts,tsx}',
]
/** React tests against the real server need a DOM. */
const needsDocument = ['packages/*/test/**/*.test.tsx']
const SIMULATION = '/packages/server/test/simulation/'
const globalSetup = ['packages/server/test/harness/database/globalSetup.ts']
const patience = { testTimeout: 60_000, hookTimeout: 120_000 }
/**
 * Most code runs only a few times in a test. V8 therefore compiles it once with the baseline
 * compiler, and a large young generation makes garbage collection rare.
 */
const execArgv = ['--always-sparkplug', '--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * Runs the simulations after the other tests with a database. They load the product once more for
 * each planted bug, and those modules stay in the worker's memory.
 */
class SimulationsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSimulation = ({ moduleId }: TestSpecification): boolean => moduleId.includes(SIMULATION)
    const end = sorted.findLastIndex(({ project }) => project.name === 'database') + 1
    const ofDatabase = sorted.slice(0, end)
    return [
      ...ofDatabase.filter((file) => !isSimulation(file)),
      ...ofDatabase.filter(isSimulation),
      ...sorted.slice(end),
    ]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SimulationsLast },
    // Some tests wait for a process or a browser meanwhile, so there are more workers than cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
          exclude: needsDatabase,
          // Modules hold no state, so a worker can load them once for all of its test files.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'database',
          include: needsDatabase,
          exclude: needsDocument,
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
          isolate: false,
          execArgv,
          globalSetup,
          ...patience,
        },
      },
    ],
  },
})
