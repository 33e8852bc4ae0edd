import type pg from 'pg'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import {
  type Breach,
  checkInvariants,
  type Invariant,
} from '../../../platform/db/invariants/checkInvariants.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { freezeWallet } from '../wallet/freezeWallet.ts'

export interface Audit {
  pool: pg.Pool
  /** The invariants of all modules, because a violation in any of them may concern a wallet. */
  invariants: readonly Invariant[]
  report: (breach: Breach) => void
}

/** Checks all invariants, reports violations, and freezes the wallets concerned. */
export async function auditBooks(
  db: Database,
  clock: Clock,
  { pool, invariants, report }: Audit,
): Promise<void> {
  for (const breach of await checkInvariants(pool, invariants)) {
    report(breach)
    for (const { environmentId, walletId } of breach.wallets) {
      const scope = { environmentId, now: clock.now() }
      // A closed or deleted wallet cannot be frozen. This must not stop the audit of other wallets.
      await withTransaction(db, (tx) => freezeWallet(tx, scope, walletId)).catch(() => {})
    }
  }
}
