import { formatAmount } from '../../../src/kernel/amount.ts'
import type { Customer } from '../../model/state.ts'
import type { Identities } from '../observe/identities.ts'
import type { ObservedBilling } from '../observe/observeBilling.ts'
import type { CustomerPicture } from '../observe/projectCustomer.ts'

type ObservedRows = Pick<CustomerPicture, 'wallets' | 'events'>

/**
 * Checks that the messages to the merchant equal the model's messages, in order. For a customer on
 * a test clock it also compares the created rows now, because their timestamps show the instant of
 * the operation.
 */
export const compareMessages =
  ({ messages }: ObservedBilling, rows: ObservedRows) =>
  (identities: Identities, before: Customer, after: Customer): string | null => {
    const earlierCount = before.billing.messages.length
    const actual = messages
      .filter(({ type }) => !type.startsWith('payment.'))
      .map(({ type, data }) => ({ type, data }))
    for (const [index, predicted] of after.billing.messages.slice(earlierCount).entries()) {
      const difference = identities.difference(predicted, actual[earlierCount + index])
      if (difference !== null) return `message${difference}`
    }
    return after.clock && compareRows(identities, before, after, rows)
  }

function compareRows(
  identities: Identities,
  before: Customer,
  after: Customer,
  { wallets, events }: ObservedRows,
): string | null {
  for (const { id, createdAt } of after.events.slice(before.events.length)) {
    const row = events.find((event) => event.id === identities.toRealIfKnown(id))
    if (row && row.createdAt !== createdAt.toISOString())
      return `the event was created at ${row.createdAt}`
  }
  for (const [currency, { ledger }] of after.wallets) {
    const earlierCount = before.wallets.get(currency)?.ledger.length ?? 0
    for (const [index, row] of ledger.slice(earlierCount).entries()) {
      const real = wallets[currency]?.ledger[earlierCount + index]
      const at = row.createdAt.toISOString()
      const isSame = real?.createdAt === at && real.amount === formatAmount(row.amount)
      if (!isSame) return `ledger: predicted ${row.reason} at ${at}, was ${real?.createdAt}`
    }
  }
  return null
}
