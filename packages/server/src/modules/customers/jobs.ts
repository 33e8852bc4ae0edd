import type { Clock, ClockKey } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import type { DueWork } from './ports.ts'
import { advanceJob, advanceTestClock } from './testClocks/advanceTestClock.ts'
import { sweepTestClocks } from './testClocks/sweepTestClocks.ts'

export const customerJobs = (db: Database, clock: Clock, dueWork: readonly DueWork[]): Jobs => ({
  handlers: {
    advanceTestClock: async (payload) => {
      // Only `advanceJob` creates this payload.
      const key = payload as ClockKey
      const end = await advanceTestClock(db, clock, dueWork, key)
      if (end === 'paused') await withTransaction(db, (tx) => enqueue(tx, advanceJob(key)))
    },
    sweepTestClocks: () => sweepTestClocks(db, clock),
  },
  schedule: ['* * * * * sweepTestClocks'],
})
