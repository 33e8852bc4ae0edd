import type { ChargeEntry } from './Catalog.ts'
import { formatMoney } from './formatMoney.ts'

/** What a plan costs besides its price, in words. */
export function describeCharge({ name, type, pricing }: ChargeEntry, currency: string): string {
  const money = (amount: number | string) => formatMoney(amount, currency)
  switch (pricing.model) {
    case 'flat':
      return `${name}: ${money(pricing.amount)}${type === 'one_off' ? ' once' : ''}`
    case 'per_unit':
      return `${name}: ${money(pricing.unitAmount)} each`
    case 'package':
      return `${name}: ${money(pricing.amount)} per ${pricing.packageSize.toLocaleString('en-US')}`
    default:
      return `${name}: ${pricing.tiers.map(({ unitAmount }) => money(unitAmount)).join(', then ')} each`
  }
}
