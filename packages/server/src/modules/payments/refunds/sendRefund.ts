import { isZero } from '../../../kernel/amount.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import { restoreTakenCredits } from '../../credits/index.ts'
import { lockCustomerIfExists } from '../../customers/index.ts'
import { readScope } from '../../organizations/read.ts'
import { chooseQuestion } from '../payment/payment.core.ts'
import {
  addToRefundedAmount,
  findPayment,
  type PaymentRecord,
  renderPayment,
} from '../payment/payment.sql.ts'
import { type AbsentAtProvider, type RefundOutcome, unknownOutcome } from '../provider.ts'
import type { PaymentProviders } from '../providers/paymentProviders.ts'
import {
  findOpenRefunds,
  findRefund,
  type OpenRefund,
  type RefundRecord,
  writeRefundOutcome,
} from './refunds.sql.ts'

/**
 * Sends a refund to the provider, or asks for its outcome, and records that outcome. The refund id
 * is the idempotency key, so repeated calls refund once.
 */
export async function sendRefund(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  refundId: string,
): Promise<{ refund: RefundRecord; payment: PaymentRecord }> {
  const { refund, payment } = await withTransaction(
    db,
    (tx) => loadRefund(tx, scope, refundId),
    'read',
  )
  if (refund.status !== 'pending') return { refund, payment }
  const outcome = await askProvider(providers, scope, refund, payment)
  return withTransaction(db, (tx) => settleRefund(tx, scope, refundId, payment, outcome))
}

async function loadRefund(tx: Tx, { environmentId }: Scope, refundId: string) {
  const refund = await findRefund(tx, environmentId, refundId)
  const payment = refund && (await findPayment(tx, environmentId, refund.paymentId))
  invariant(payment, 'a refund has a payment')
  return { refund, payment }
}

async function askProvider(
  providers: PaymentProviders,
  { environmentId, now }: Scope,
  { id: refundId, providerRefundId, amount, sentAt }: RefundRecord,
  { provider, providerPaymentId, currency }: PaymentRecord,
): Promise<RefundOutcome> {
  invariant(providerPaymentId !== null, 'a succeeded payment has an id at its provider')
  const age = { providerPaymentId: providerRefundId, sentAt, askedAt: null }
  try {
    const connection = await providers.byId(environmentId, provider)
    if (chooseQuestion(age, now) === 'replay') {
      const outcome = await connection.refund({ refundId, providerPaymentId, amount, currency })
      if (outcome.kind !== 'unknown') return outcome
    }
    return resolveAbsence(
      await connection.lookUpRefund({ refundId, providerRefundId, providerPaymentId }),
      chooseQuestion(age, now),
    )
  } catch (error) {
    return unknownOutcome(error)
  }
}

/** If the provider does not know an old refund, the refund never arrived. */
const resolveAbsence = (
  outcome: RefundOutcome | AbsentAtProvider,
  question: ReturnType<typeof chooseQuestion>,
): RefundOutcome => {
  if (outcome.kind !== 'absent') return outcome
  return question === 'replay'
    ? { kind: 'unknown', cause: 'not there yet' }
    : { kind: 'failed', code: 'never_arrived', message: 'The refund never reached the provider.' }
}

async function settleRefund(
  tx: Tx,
  scope: Scope,
  refundId: string,
  { customerId }: PaymentRecord,
  outcome: RefundOutcome,
): Promise<{ refund: RefundRecord; payment: PaymentRecord }> {
  const { environmentId } = scope
  const { now: at } = await lockCustomerIfExists(tx, scope, customerId)
  const { refund } = await loadRefund(tx, scope, refundId)
  if (refund.status !== 'pending' || outcome.kind === 'unknown')
    return loadRefund(tx, scope, refundId)
  const hasFailed = outcome.kind === 'failed'
  await writeRefundOutcome(tx, environmentId, refundId, {
    status: outcome.kind === 'processing' ? 'pending' : outcome.kind,
    providerRefundId: hasFailed ? null : outcome.providerRefundId,
    errorCode: hasFailed ? outcome.code : null,
    completedAt: outcome.kind === 'processing' ? null : at,
  })
  if (hasFailed) await undoRefund(tx, scope, refund)
  const settled = await loadRefund(tx, scope, refundId)
  if (outcome.kind === 'succeeded') {
    const data = { ...renderPayment(settled.payment), refundId, refundAmount: refund.amount }
    await emitEvent(tx, scope, { type: 'payment.refunded', customerId, data })
  }
  return settled
}

async function undoRefund(tx: Tx, scope: Scope, refund: RefundRecord): Promise<void> {
  const { paymentId, amount, grantId, creditsTaken } = refund
  await addToRefundedAmount(tx, scope.environmentId, paymentId, -amount)
  if (grantId !== null && !isZero(creditsTaken)) {
    await restoreTakenCredits(tx, scope, { grantId, amount: creditsTaken })
  }
}

/** Sends refunds whose job was lost or whose provider did not answer. */
export const sweepRefunds = (
  db: Database,
  providers: PaymentProviders,
  clock: Clock,
): Promise<void> =>
  workThrough<OpenRefund>(
    'refunds',
    (last) => findOpenRefunds(db, last),
    async ({ environmentId, id }) => {
      const scope = await readScope(db, environmentId, clock.now())
      await sendRefund(db, providers, scope, id)
    },
  )
