import type Stripe from 'stripe'
import type { PaymentProvider, RefundOutcome } from '../../provider.ts'
import { toStripeAmount } from './amounts.core.ts'
import { expectObject, findOnPages } from './answers.ts'
import type { StripeConnection } from './connection.ts'
import { readFailure } from './failures.ts'

/** Refunds. The metadata of each one holds our refund id. */
export function refundsAt({
  client,
}: StripeConnection): Pick<PaymentProvider, 'refund' | 'lookUpRefund'> {
  return {
    refund: async ({ refundId, providerPaymentId, amount, currency }) => {
      const converted = toStripeAmount(amount, currency)
      if ('problem' in converted) {
        return { kind: 'failed', code: 'amount_not_refundable', message: converted.problem }
      }
      try {
        const refund = await client.refunds.create(
          {
            payment_intent: providerPaymentId,
            amount: converted.amount,
            metadata: { refund_id: refundId },
          },
          { idempotencyKey: refundId },
        )
        return readRefund(expectObject(refund, 'refund'))
      } catch (error) {
        return readRefundFailure(error)
      }
    },

    lookUpRefund: async ({ refundId, providerRefundId, providerPaymentId }) => {
      try {
        if (providerRefundId !== null) {
          return readRefund(expectObject(await client.refunds.retrieve(providerRefundId), 'refund'))
        }
        const found = await findOnPages(
          (page) => client.refunds.list({ payment_intent: providerPaymentId, ...page }),
          'refund',
          ({ metadata }) => metadata?.refund_id === refundId,
        )
        if (found === 'gave_up')
          return { kind: 'unknown', cause: 'too many refunds to look through' }
        return found === null ? { kind: 'absent' } : readRefund(found)
      } catch (error) {
        const outcome = readRefundFailure(error)
        return outcome.kind === 'failed' ? { kind: 'unknown', cause: outcome.message } : outcome
      }
    },
  }
}

function readRefund(refund: Stripe.Refund): RefundOutcome {
  switch (refund.status) {
    case 'succeeded':
      return { kind: 'succeeded', providerRefundId: refund.id }
    case 'pending':
    case 'requires_action':
      return { kind: 'processing', providerRefundId: refund.id }
    case 'failed':
    case 'canceled': {
      const code = refund.failure_reason ?? refund.status
      return { kind: 'failed', code, message: `Stripe could not refund the payment: ${code}.` }
    }
    default:
      return { kind: 'unknown', cause: `The refund has the unknown status "${refund.status}".` }
  }
}

function readRefundFailure(error: unknown): RefundOutcome {
  const failure = readFailure(error)
  switch (failure.kind) {
    case 'unclear':
      return { kind: 'unknown', cause: failure.cause }
    case 'refused':
      return { kind: 'failed', code: failure.code, message: failure.message }
    case 'declined': {
      const { code, message } = failure.error
      return { kind: 'failed', code: code ?? 'refund_declined', message }
    }
  }
}
