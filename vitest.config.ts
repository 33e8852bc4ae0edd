import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a file needs is in its name: `.db.test` and everything in a test/ folder need PostgreSQL. */
const needsDatabase = [
  'packages/*/src/**/*.db.test.{ts,tsx}',
  '{packages,examples}/*/test/**/*.test.{ts,tsx}',
]
/** React against the real server. */
const needsDocument = ['packages/*/test/**/*.test.tsx']
const simulations = ['packages/server/test/simulation/**/*.test.ts']
const globalSetup = ['packages/server/test/harness/database/globalSetup.ts']
const patience = { testTimeout: 60_000, hookTimeout: 120_000 }
/** Most code runs a few times only: it is compiled at once and simply, and garbage is seldom swept. */
const execArgv = ['--always-sparkplug', '--min-semi-space-size=64', '--max-semi-space-size=64']

/** They take longest, so that nothing should be left to do when they are done. */
class SimulationsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = ({ project }: TestSpecification): boolean => project.name === 'simulation'
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SimulationsFirst },
    // As many as there are cores: most tests keep one busy, and more workers make all of them slower.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
          exclude: needsDatabase,
          // The product keeps nothing in its modules, so one load of it serves all files of a worker.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'database',
          include: needsDatabase,
          exclude: [...simulations, ...needsDocument],
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
      {
        test: {
          name: 'simulation',
          include: simulations,
          // The product with a bug in it: Node runs it as it runs the product.
          server: { deps: { external: [/\?planted=/] } },
          execArgv,
          globalSetup,
          ...patience,
        },
      },
    ],
  },
})
