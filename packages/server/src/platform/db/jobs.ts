import type { Clock } from '../../kernel/clock.ts'
import type { Jobs } from '../jobs/runJobs.ts'
import type { Database } from './database.ts'
import { purgeIdempotencyKeys } from './idempotentWrite.ts'

export const databaseJobs = (db: Database, clock: Clock): Jobs => ({
  handlers: {
    purgeIdempotencyKeys: async () => {
      await purgeIdempotencyKeys(db, clock.now())
    },
  },
  schedule: ['17 * * * * purgeIdempotencyKeys'],
})
