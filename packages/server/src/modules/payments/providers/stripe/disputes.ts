import type Stripe from 'stripe'
import type { PaymentProvider, ProviderDispute } from '../../provider.ts'
import { fromStripeAmount } from './amounts.core.ts'
import { expectObject } from './answers.ts'
import type { StripeConnection } from './connection.ts'
import { isMissing, toUnavailable } from './failures.ts'
import { idOf } from './methods.ts'

/** The final statuses; all others are open. */
const ENDINGS: Readonly<Record<string, ProviderDispute['status']>> = {
  won: 'won',
  lost: 'lost',
  // The merchant keeps the money: an inquiry did not become a dispute, or a dispute was prevented.
  warning_closed: 'won',
  prevented: 'won',
}

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

/**
 * Returns null for a dispute of a payment that is not ours. All of our payments are PaymentIntents.
 */
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
