import type { SettlementOutcome } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import {
  askPayment,
  hasEnded,
  type PaymentOutcome,
  type PaymentProviders,
  sendPayment,
} from '../payments/index.ts'
import { findPayment, type PaymentRecord } from '../payments/read.ts'
import { type AttemptRecord, findAttempt } from './read.ts'
import { settleTopUp } from './settleTopUp.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * The second half of a top-up that somebody waits for: charges, books the outcome and answers with
 * it. After a crash it goes on where the first request stopped.
 */
export async function resumeTopUp(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  attemptId: string,
): Promise<SettlementOutcome> {
  const { attempt, payment } = await load(db, scope, attemptId)
  if (hasEnded(payment.status)) return answer(attempt, payment, null)
  // Begun by this very request, so nobody can have sent it yet.
  const isFresh = payment.sentAt.getTime() === scope.now.getTime()
  const outcome = await (isFresh ? sendPayment : askPayment)(db, providers, scope, payment)
  const settled = await settleTopUp(db, providers, scope, payment, outcome)
  return answer(settled.attempt, settled.payment, outcome)
}

const load = (db: Database, { environmentId }: Scope, attemptId: string) =>
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

/** What the caller is told of a payment as it stands. */
function answer(
  { id: attemptId, grantId, errorMessage: reason }: AttemptRecord,
  { id: paymentId, amount, currency, status, flow, errorCode, errorMessage }: PaymentRecord,
  outcome: PaymentOutcome | null,
): SettlementOutcome {
  const settled = { amount, currency, subscriptionId: null, invoiceId: null }
  switch (status) {
    case 'succeeded':
      // Paid, but not for anything: the money is on its way back.
      if (reason !== null) throw new PurserError('invalid_state', reason)
      return { kind: 'charged_inline', paymentId, ...settled, grantId }
    case 'failed':
    case 'canceled':
      throw new PurserError(
        'card_declined',
        errorMessage ?? 'The payment was not completed. Try again with another payment method.',
        { details: { declineCode: errorCode, paymentId, attemptId } },
      )
    case 'requires_action': {
      const client = outcome?.kind === 'requires_action' ? outcome.client : null
      if (client && flow === 'form') {
        return { kind: 'requires_form', client, checkoutSessionId: null, ...settled }
      }
      throw new PurserError(
        'authentication_required',
        "The customer's bank asks to confirm this payment. Open the provider's form with details.client; the credits come when it is done.",
        { details: { paymentId, attemptId, client } },
      )
    }
    case 'pending':
      // Without the form there is nothing to show; the same request again opens it.
      if (flow === 'form') throw unavailable()
      return { kind: 'processing', paymentId, ...settled }
  }
}

const unavailable = (): PurserError =>
  new PurserError(
    'unavailable',
    'The payment provider does not answer. Send the same request again, with the same Idempotency-Key.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
