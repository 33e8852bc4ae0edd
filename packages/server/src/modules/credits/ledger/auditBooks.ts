import type pg from 'pg'
import type { Clock } from '../../../kernel/clock.ts'
import {
  type Breach,
  checkInvariants,
  type Invariant,
} from '../../../platform/db/checkInvariants.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { freezeWallet } from '../wallet/freezeWallet.ts'

export interface Audit {
  pool: pg.Pool
  /** Of every module: what breaks one of them may break a wallet. */
  invariants: readonly Invariant[]
  report: (breach: Breach) => void
}

/** Recomputes everything that must hold, reports what does not, and freezes the wallets concerned. */
export async function auditBooks(
  db: Database,
  clock: Clock,
  { pool, invariants, report }: Audit,
): Promise<void> {
  for (const breach of await checkInvariants(pool, invariants)) {
    report(breach)
    for (const { environmentId, walletId } of breach.wallets) {
      const scope = { environmentId, now: clock.now() }
      // One that cannot be frozen, because it is closed or no longer there, does not spare the others.
      await withTransaction(db, (tx) => freezeWallet(tx, scope, walletId)).catch(() => {})
    }
  }
}
