import type { ChargeEntry } from './Catalog.ts'
import { formatMoney } from './formatMoney.ts'

/** What a plan costs besides its price, in words. */
export function describeCharge({ name, type, pricing }: ChargeEntry, currency: string): string {
  const money = (amount: number | string) => formatMoney(amount, currency)
  const count = (quantity: number) => quantity.toLocaleString('en-US')
  switch (pricing.model) {
    case 'flat':
      return `${name}: ${money(pricing.amount)}${type === 'one_off' ? ' once' : ''}`
    case 'per_unit':
      return `${name}: ${money(pricing.unitAmount)} each`
    case 'package':
      return `${name}: ${money(pricing.amount)} per ${count(pricing.packageSize)}`
    default: {
      const steps = pricing.tiers.map(({ upTo, unitAmount, flatAmount = 0 }) => {
        const isFree = Number(unitAmount) === 0 && flatAmount === 0
        const price = isFree ? 'included' : `${money(unitAmount)} each`
        return upTo === null ? price : `up to ${count(upTo)} ${price}`
      })
      return `${name}: ${steps.join(', then ')}`
    }
  }
}
