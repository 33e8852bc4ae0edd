import { defineConfig } from 'vitest/config'

/** What a file needs is in its name: `.db.test.ts` and everything in a test/ folder need PostgreSQL. */
const needsDatabase = ['packages/*/src/**/*.db.test.ts', 'packages/*/test/**/*.test.ts']

export default defineConfig({
  test: {
    // More than there are cores: most of these tests wait for other processes.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
          exclude: needsDatabase,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          include: needsDatabase,
          globalSetup: ['packages/server/test/harness/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
