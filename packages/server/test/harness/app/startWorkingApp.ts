import { expect } from 'vitest'
import { checkInvariants } from '../../../src/platform/db/invariants/checkInvariants.ts'
import { createPool } from '../../../src/platform/db/pool.ts'
import { runJobs } from '../../../src/platform/jobs/runJobs.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { startTestApp, type TestApp } from './testApp.ts'

/**
 * Starts the real server with its real queue and real webhooks, for browser tests. `prepare` runs
 * before the queue starts. All invariants must hold when the server stops.
 */
export async function startWorkingApp(
  prepare: (app: TestApp) => Promise<void> = async () => {},
): Promise<TestApp> {
  const app = await startTestApp({ isReachable: true })
  await prepare(app)
  const owner = createPool({ connectionString: app.databaseUrl, max: 6, as: 'owner' })
  const logger = createLogger('info', (line) => app.logs.push(line))
  const runner = await runJobs(owner, app.app.jobs, logger)
  return {
    ...app,
    stop: async () => {
      await runner.stop()
      await owner.end()
      const breaches = await checkInvariants(app.pool, app.app.invariants)
      await app.stop()
      expect(breaches).toEqual([])
    },
  }
}
