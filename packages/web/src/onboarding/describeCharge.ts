import type { ChargeEntry } from './Catalog.ts'
import { formatMoney } from './formatMoney.ts'

/** What a charge besides the price comes to, without its name. */
export function describeCharge({ type, pricing }: ChargeEntry, currency: string): string {
  const money = (amount: number | string) => formatMoney(amount, currency)
  const count = (quantity: number) => quantity.toLocaleString('en-US')
  switch (pricing.model) {
    case 'flat':
      return type === 'one_off' ? `${money(pricing.amount)} once` : money(pricing.amount)
    case 'per_unit':
      return `${money(pricing.unitAmount)} each`
    case 'package':
      return `${money(pricing.amount)} per ${count(pricing.packageSize)}`
    default: {
      const steps = pricing.tiers.map(({ upTo, unitAmount, flatAmount = 0 }) => {
        const isFree = Number(unitAmount) === 0 && flatAmount === 0
        const price = isFree ? 'included' : `${money(unitAmount)} each`
        return upTo === null ? price : `up to ${count(upTo)} ${price}`
      })
      return steps.join(', then ')
    }
  }
}
