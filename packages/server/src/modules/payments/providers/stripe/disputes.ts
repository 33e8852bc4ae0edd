import type Stripe from 'stripe'
import type { PaymentProvider, ProviderDispute } from '../../provider.ts'
import { fromStripeAmount } from './amounts.core.ts'
import { expectObject } from './answers.ts'
import type { StripeConnection } from './connection.ts'
import { isMissing, toUnavailable } from './failures.ts'
import { idOf } from './methods.ts'

/** How a dispute ended; every other status is that of one that is open. */
const ENDINGS: Readonly<Record<string, ProviderDispute['status']>> = {
  won: 'won',
  lost: 'lost',
  // An inquiry that did not become a dispute, and a dispute that was fended off: the money stays.
  warning_closed: 'won',
  prevented: 'won',
}

/** Payments that a customer's bank took back. */
export function disputesAt({ client }: StripeConnection): Pick<PaymentProvider, 'lookUpDispute'> {
  return {
    lookUpDispute: async (id) => {
      try {
        return readDispute(expectObject(await client.disputes.retrieve(id), 'dispute'))
      } catch (error) {
        if (isMissing(error)) return null
        throw toUnavailable(error)
      }
    },
  }
}

/** Null when it is not about one of our payments, which are PaymentIntents all. */
function readDispute(dispute: Stripe.Dispute): ProviderDispute | null {
  const providerPaymentId = idOf(dispute.payment_intent)
  if (providerPaymentId === null) return null
  return {
    providerDisputeId: dispute.id,
    providerPaymentId,
    status: ENDINGS[dispute.status] ?? 'open',
    reason: dispute.reason,
    amount: fromStripeAmount(dispute.amount, dispute.currency),
  }
}
