import type { Customer } from '../model/state.ts'
import type { Identities } from './identities.ts'
import type { ObservedBilling } from './observeBilling.ts'

/** What the merchant was told must be what the model would tell, one word after the other. */
export const hearing =
  ({ heard }: ObservedBilling) =>
  (identities: Identities, before: Customer, after: Customer): string | null => {
    const told = before.billing.told.length
    const words = heard.filter(({ type }) => !type.startsWith('payment.'))
    for (const [index, predicted] of after.billing.told.slice(told).entries()) {
      const difference = identities.difference(predicted, words[told + index])
      if (difference !== null) return `told${difference}`
    }
    return null
  }
