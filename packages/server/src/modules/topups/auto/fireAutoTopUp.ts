import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { Wallet } from '../../credits/core.ts'
import { ensureWallet } from '../../credits/index.ts'
import { askAboutPayment, type PaymentProviders, sendPayment } from '../../payments/index.ts'
import { findPayment, type PaymentRecord } from '../../payments/read.ts'
import type { AttemptRecord } from '../attempts/attempt.core.ts'
import { findAttempt, writeTerms } from '../attempts/attempts.sql.ts'
import { chargeTopUp, invoiceTopUp } from '../attempts/chargeTopUp.ts'
import { endTopUp } from '../attempts/endTopUp.ts'
import { settleTopUp } from '../attempts/settleTopUp.ts'
import { decideAutoTopUp, type FireDecision } from './decideAutoTopUp.ts'

/**
 * Processes the pending attempt that a debit created: checks the rule and the log, charges, and
 * records the outcome. A second run continues where the first one stopped.
 */
export async function fireAutoTopUp(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  attemptId: string,
): Promise<void> {
  const charge = await withTransaction(db, (tx) => startCharge(tx, scope, attemptId))
  if (!charge) return
  const { payment, isNew } = charge
  const outcome = await (isNew ? sendPayment : askAboutPayment)(db, providers, scope, payment)
  await settleTopUp(db, providers, scope, payment, outcome)
}

async function startCharge(
  tx: Tx,
  scope: Scope,
  attemptId: string,
): Promise<{ payment: PaymentRecord; isNew: boolean } | null> {
  const { environmentId } = scope
  const unlockedAttempt = await findAttempt(tx, environmentId, attemptId)
  if (unlockedAttempt?.status !== 'pending') return null
  const wallet = await ensureWallet(tx, scope, unlockedAttempt)
  // Read again: the attempt may have ended while this transaction waited for the lock.
  const attempt = await findAttempt(tx, environmentId, attemptId)
  if (attempt?.status !== 'pending') return null
  if (attempt.paymentId !== null) {
    const payment = await findPayment(tx, environmentId, attempt.paymentId)
    invariant(payment, 'an attempt has its payment')
    return { payment, isNew: false }
  }
  const decision = await decideAutoTopUp(tx, wallet, wallet.updatedAt, attemptId)
  if (typeof decision === 'string') {
    const end = { status: 'skipped', skipReason: decision } as const
    await endTopUp(tx, scope, attemptId, end, wallet.updatedAt)
    return null
  }
  const payment = await payForAttempt(tx, scope, attempt, wallet, decision)
  return payment && { payment, isNew: true }
}

/** Returns the pending payment, or null when nothing has to be charged now. */
async function payForAttempt(
  tx: Tx,
  scope: Scope,
  { id: attemptId, customerId, trigger }: AttemptRecord,
  { updatedAt: at }: Wallet,
  { terms, fundingMethod, method }: FireDecision,
): Promise<PaymentRecord | null> {
  const purchase = { attemptId, customerId, trigger, terms, at }
  await writeTerms(tx, scope.environmentId, attemptId, { fundingMethod, terms })
  if (terms.charge === 0 || fundingMethod === 'send_invoice') {
    await invoiceTopUp(tx, scope, purchase)
    return null
  }
  invariant(method, 'a rule that charges has a payment method')
  return chargeTopUp(tx, scope, purchase, { provider: method.provider, method })
}
