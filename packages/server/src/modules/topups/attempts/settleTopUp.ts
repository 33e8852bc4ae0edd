import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { withSavepoint } from '../../../platform/db/withSavepoint.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  askAboutOpenPayment,
  cancelIfUnattended,
  createRefund,
  lockPayment,
  type PaymentOutcome,
  type PaymentProviders,
  settlePayment,
} from '../../payments/index.ts'
import type { PaymentRecord } from '../../payments/read.ts'
import type { AttemptRecord } from './attempt.core.ts'
import { isUnattended } from './attempt.core.ts'
import { findAttempt } from './attempts.sql.ts'
import { endTopUp, grantTopUp, type TopUpPurchase } from './endTopUp.ts'

interface SettledTopUp {
  attempt: AttemptRecord
  payment: PaymentRecord
}

/**
 * Records the outcome of a top-up's payment. A successful payment and its grant are written in one
 * transaction. The first caller to learn the outcome records it; later callers find it already
 * recorded.
 */
export async function settleTopUp(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  payment: PaymentRecord,
  outcome: PaymentOutcome,
): Promise<SettledTopUp> {
  const { environmentId } = scope
  const attempt = await findAttempt(db, environmentId, payment.attemptId)
  invariant(attempt, 'a top-up has its attempt')
  const unattended = isUnattended(attempt.trigger)
  const finalOutcome = await cancelIfUnattended(
    providers,
    environmentId,
    payment,
    unattended,
    outcome,
  )
  return withTransaction(db, async (tx) => {
    const { payment: current, now } = await lockPayment(tx, scope, payment)
    const settled = await settlePayment(tx, scope, current, finalOutcome, now)
    return { payment: settled, attempt: await recordOutcome(tx, scope, attempt.id, settled) }
  })
}

/** Refunds a payment that succeeded after its attempt had already failed. */
async function refundLateSuccess(
  tx: Tx,
  scope: Scope,
  attempt: AttemptRecord,
  { id: paymentId, status, amountRefunded }: PaymentRecord,
): Promise<void> {
  if (attempt.status !== 'failed' || status !== 'succeeded' || amountRefunded > 0) return
  await createRefund(tx, scope, { paymentId })
}

/** Returns null when the wallet cannot take the credits because it is closed or full. */
const grantIfPossible = (tx: Tx, scope: Scope, purchase: TopUpPurchase): Promise<string | null> =>
  withSavepoint(tx, () => grantTopUp(tx, scope, purchase)).catch((error: unknown) => {
    if (error instanceof PurserError) return null
    throw error
  })

const NOT_GRANTABLE = {
  status: 'failed',
  errorCode: 'not_grantable',
  errorMessage: 'The wallet cannot accept the purchased credits. The payment is being refunded.',
} as const

async function recordOutcome(
  tx: Tx,
  scope: Scope,
  attemptId: string,
  payment: PaymentRecord,
): Promise<AttemptRecord> {
  const attempt = await findAttempt(tx, scope.environmentId, attemptId)
  invariant(attempt?.terms, 'an attempt with a payment has its terms')
  if (attempt.status !== 'pending' || payment.completedAt === null) {
    await refundLateSuccess(tx, scope, attempt, payment)
    return attempt
  }
  const at = payment.completedAt
  if (payment.status === 'succeeded') {
    const { customerId, trigger, terms } = attempt
    const grantId = await grantIfPossible(tx, scope, { attemptId, customerId, trigger, terms, at })
    if (grantId !== null) {
      return endTopUp(tx, scope, attemptId, { status: 'succeeded', grantId }, at)
    }
    await createRefund(tx, scope, { paymentId: payment.id })
    return endTopUp(tx, scope, attemptId, NOT_GRANTABLE, at)
  }
  const end = {
    status: 'failed',
    errorCode: payment.errorCode ?? 'canceled',
    errorMessage: payment.errorMessage ?? 'The payment was not completed.',
  } as const
  return endTopUp(tx, scope, attemptId, end, at)
}

/**
 * Asks the provider about the open payment of a top-up and records the answer. Cancels a payment
 * that the customer abandoned.
 */
export async function settleOpenTopUp(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  paymentId: string,
): Promise<void> {
  const answer = await askAboutOpenPayment(db, providers, scope, paymentId)
  if (answer) await settleTopUp(db, providers, scope, answer.payment, answer.outcome)
}
