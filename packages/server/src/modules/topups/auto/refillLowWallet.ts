import { compare } from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { ensureWallet } from '../../credits/index.ts'
import { currentTimeOf } from '../../customers/core.ts'
import { readCustomerSnapshots } from '../../customers/read.ts'
import type { PaymentProviders } from '../../payments/index.ts'
import { insertTopUpAttempt } from '../attempts/attempts.sql.ts'
import type { LowWallet } from '../sweep/dueTopUps.sql.ts'
import { decideAutoTopUp } from './decideAutoTopUp.ts'
import { fireAutoTopUp } from './fireAutoTopUp.ts'

/**
 * Fires the rule of a wallet that is low although no new debit crosses the threshold: after a
 * backoff, after a card was added, or because the rule was set on a low balance. Reasons to skip
 * are not logged here, because every sweep would log them again.
 */
export async function refillLowWallet(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  lowWallet: LowWallet,
): Promise<void> {
  if (!(await mayFire(db, scope, lowWallet))) return
  const attemptId = await withTransaction(db, async (tx) => {
    const wallet = await ensureWallet(tx, scope, lowWallet)
    const { topUpThreshold: threshold, balance, updatedAt } = wallet
    if (threshold === null || compare(balance, threshold) > 0) return null
    const decision = await decideAutoTopUp(tx, wallet, updatedAt, null)
    if (typeof decision === 'string') return null
    const id = newIdInBucket('paymentAttempt', wallet.bucket)
    const attempt = {
      id,
      walletId: wallet.id,
      trigger: 'sweeper_replay',
      fundingMethod: decision.fundingMethod,
      balanceAtFire: balance,
      thresholdAtFire: threshold,
      createdAt: updatedAt,
    } as const
    await insertTopUpAttempt(tx, scope.environmentId, attempt, null)
    return id
  })
  if (attemptId !== null) await fireAutoTopUp(db, providers, scope, attemptId)
}

/** First decides without a lock, because most wallets that stay low may not be refilled yet. */
const mayFire = (db: Database, scope: Scope, lowWallet: LowWallet): Promise<boolean> =>
  withTransaction(
    db,
    async (tx) => {
      const [customer] = await readCustomerSnapshots(sessionOf(tx), [lowWallet])
      if (!customer) return false
      const wallet = { ...lowWallet, id: lowWallet.walletId, status: 'active' } as const
      const now = currentTimeOf(customer, scope.now)
      return typeof (await decideAutoTopUp(tx, wallet, now, null)) !== 'string'
    },
    'read',
  )
