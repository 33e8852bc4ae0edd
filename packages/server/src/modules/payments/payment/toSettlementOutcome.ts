import type { SettlementOutcome } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { PaymentOutcome } from '../provider.ts'
import type { PaymentRecord } from './payment.sql.ts'

const RETRY_AFTER_SECONDS = 5

/** The purchase that was paid for. The response and the details of an error contain its ids. */
export interface PaidPurchase {
  readonly subscriptionId: string | null
  readonly invoiceId: string | null
  /** The credits that the payment bought. */
  readonly grantId: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Builds the response for a caller who waits for a payment. `outcome` is the provider's latest
 * answer, if it was asked.
 */
export function toSettlementOutcome(
  { id: paymentId, amount, currency, status, flow, errorCode, errorMessage }: PaymentRecord,
  outcome: PaymentOutcome | null,
  { subscriptionId, invoiceId, grantId, details }: PaidPurchase,
): SettlementOutcome {
  const settled = { amount, currency, subscriptionId, invoiceId }
  switch (status) {
    case 'succeeded':
      return { kind: 'charged_inline', paymentId, ...settled, grantId }
    case 'failed':
    case 'canceled':
      throw new PurserError(
        'card_declined',
        errorMessage ?? 'The payment was not completed. Try again with another payment method.',
        { details: { declineCode: errorCode, paymentId, ...details } },
      )
    case 'requires_action': {
      const client = outcome?.kind === 'requires_action' ? outcome.client : null
      if (flow === 'form') {
        if (!client) throw unavailable()
        return { kind: 'requires_form', client, checkoutSessionId: null, ...settled }
      }
      throw new PurserError(
        'authentication_required',
        "The customer's bank asks to confirm this payment. Open the provider's form with details.client. The purchase completes once the customer has confirmed it.",
        { details: { paymentId, ...details, client } },
      )
    }
    case 'pending':
      // There is no form to return; sending the same request again opens it.
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
