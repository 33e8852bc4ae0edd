import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import { type Audit, auditBooks } from './ledger/auditBooks.ts'
import { settleDueWallets } from './wallet/settleDueWallets.ts'

export const creditJobs = (db: Database, clock: Clock, audit: Audit): Jobs => ({
  handlers: {
    settleDueWallets: () => settleDueWallets(db, clock),
    auditBooks: () => auditBooks(db, clock, audit),
  },
  schedule: ['* * * * * settleDueWallets', '23 3 * * * auditBooks'],
})
