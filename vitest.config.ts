import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a file needs is in its name: `.db.test.ts` and everything in a test/ folder need PostgreSQL. */
const needsDatabase = ['packages/*/src/**/*.db.test.ts', 'packages/*/test/**/*.test.ts']
const simulations = ['packages/server/test/simulation/*.test.ts']
const globalSetup = ['packages/server/test/harness/globalSetup.ts']
const patience = { testTimeout: 60_000, hookTimeout: 120_000 }

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
    // More than there are cores: most of these tests wait for other processes.
    maxWorkers: 4,
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
          exclude: simulations,
          isolate: false,
          globalSetup,
          ...patience,
        },
      },
      {
        test: {
          name: 'simulation',
          include: simulations,
          // Copies of the product with a bug in them: Node runs them as it runs the product.
          server: { deps: { external: [/\/purser-planted-/] } },
          globalSetup,
          ...patience,
        },
      },
    ],
  },
})
