import { renderAmount } from '@purser/contract/client'
import type { CurrencyEntry, GrantEntry } from './Catalog.ts'
import { currencyDecimals } from './currencyDecimals.ts'

const CADENCES: Readonly<Record<GrantEntry['cadence'], string>> = {
  once: 'once',
  billing_period: 'each billing period',
  day: 'each day',
  week: 'each week',
  month: 'each month',
}

/** The credits that come with a plan: `1,000 each month`. */
export function describeGrant(
  { amount, cadence }: GrantEntry,
  currency: CurrencyEntry | undefined,
): string {
  const printed = renderAmount(amount, {
    denomination: currency?.denomination ?? 'unit',
    minorUnitScale: currencyDecimals(currency),
  })
  return `${printed} ${CADENCES[cadence]}`
}
