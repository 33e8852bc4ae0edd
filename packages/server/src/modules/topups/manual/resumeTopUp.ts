import type { SettlementOutcome } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { hasEnded } from '../../payments/core.ts'
import {
  askAboutPayment,
  type PaymentOutcome,
  type PaymentProviders,
  sendPayment,
  toSettlementOutcome,
} from '../../payments/index.ts'
import { findPayment, type PaymentRecord } from '../../payments/read.ts'
import type { AttemptRecord } from '../attempts/attempt.core.ts'
import { findAttempt } from '../attempts/attempts.sql.ts'
import { settleTopUp } from '../attempts/settleTopUp.ts'

/**
 * Charges a started top-up, records the outcome and returns it as the answer. After a crash it
 * continues where the first request stopped.
 */
export async function resumeTopUp(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  attemptId: string,
): Promise<SettlementOutcome> {
  const { attempt, payment } = await loadAttempt(db, scope, attemptId)
  if (hasEnded(payment.status)) return toAnswer(attempt, payment, null)
  // A payment that this request has just created needs no lookup before it is sent.
  const isFresh = payment.sentAt.getTime() === scope.now.getTime()
  const outcome = await (isFresh ? sendPayment : askAboutPayment)(db, providers, scope, payment)
  const settled = await settleTopUp(db, providers, scope, payment, outcome)
  return toAnswer(settled.attempt, settled.payment, outcome)
}

const loadAttempt = (db: Database, { environmentId }: Scope, attemptId: string) =>
  withTransaction(
    db,
    async (tx) => {
      const attempt = await findAttempt(tx, environmentId, attemptId)
      const payment =
        attempt?.paymentId && (await findPayment(tx, environmentId, attempt.paymentId))
      invariant(payment, 'an attempt that is resumed has its payment')
      return { attempt, payment }
    },
    'read',
  )

function toAnswer(
  { id: attemptId, grantId, errorMessage }: AttemptRecord,
  payment: PaymentRecord,
  outcome: PaymentOutcome | null,
): SettlementOutcome {
  // The payment succeeded but the credits could not be granted. It is being refunded.
  if (payment.status === 'succeeded' && errorMessage !== null) {
    throw new PurserError('invalid_state', errorMessage)
  }
  const paidFor = { subscriptionId: null, invoiceId: null, grantId, details: { attemptId } }
  return toSettlementOutcome(payment, outcome, paidFor)
}
