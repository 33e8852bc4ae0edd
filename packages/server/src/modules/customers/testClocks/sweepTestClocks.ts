import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { advanceJob } from './advanceTestClock.ts'
import { findStalledClocks } from './testClocks.sql.ts'

const STALLED_MS = 60 * 1000

/**
 * Restarts clocks whose worker has died. The extra job does not disturb a worker that is only slow.
 */
export async function sweepTestClocks(db: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - STALLED_MS)
  for (const stopped of await findStalledClocks(db, before)) {
    await withTransaction(db, (tx) => enqueue(tx, advanceJob(stopped)))
  }
}
