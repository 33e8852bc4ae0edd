import { formatAmount } from '../../../src/kernel/amount.ts'
import type { Customer } from '../../model/state.ts'
import type { Identities } from '../observe/identities.ts'
import type { ObservedBilling } from '../observe/observeBilling.ts'
import type { CustomerPicture } from '../observe/projectCustomer.ts'

type Left = Pick<CustomerPicture, 'wallets' | 'events'>

/**
 * What the merchant was told must be what the model would tell, one word after the other. Where time
 * passes meanwhile, what an operation leaves behind is held against the rows at once, since they say
 * at which instant it was done.
 */
export const hearing =
  ({ heard }: ObservedBilling, left: Left) =>
  (identities: Identities, before: Customer, after: Customer): string | null => {
    const told = before.billing.told.length
    const words = heard
      .filter(({ type }) => !type.startsWith('payment.'))
      .map(({ type, data }) => ({ type, data }))
    for (const [index, predicted] of after.billing.told.slice(told).entries()) {
      const difference = identities.difference(predicted, words[told + index])
      if (difference !== null) return `told${difference}`
    }
    return after.clock && leftOtherwise(identities, before, after, left)
  }

function leftOtherwise(
  identities: Identities,
  before: Customer,
  after: Customer,
  { wallets, events }: Left,
): string | null {
  for (const { id, createdAt } of after.events.slice(before.events.length)) {
    const row = events.find((event) => event.id === identities.toRealIfKnown(id))
    if (row && row.createdAt !== createdAt.toISOString()) return `an event of ${row.createdAt}`
  }
  for (const [currency, { ledger }] of after.wallets) {
    const known = before.wallets.get(currency)?.ledger.length ?? 0
    for (const [index, row] of ledger.slice(known).entries()) {
      const real = wallets[currency]?.ledger[known + index]
      const at = row.createdAt.toISOString()
      const isSame = real?.createdAt === at && real.amount === formatAmount(row.amount)
      if (!isSame) return `ledger: predicted ${row.reason} at ${at}, was ${real?.createdAt}`
    }
  }
  return null
}
