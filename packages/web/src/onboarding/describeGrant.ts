import { renderAmount } from '@purser/contract/client'
import type { CurrencyEntry, GrantEntry, PlanEntry } from './Catalog.ts'
import { currencyDecimals } from './currencyDecimals.ts'
import { periodOf } from './periodOf.ts'

const CADENCES: Readonly<Record<string, string>> = {
  once: 'once',
  billing_period: 'each billing period',
}

/** The credits that come with a plan: `1,000 each month`. */
export function describeGrant(
  { amount, cadence }: GrantEntry,
  currency: CurrencyEntry | undefined,
  plan: PlanEntry,
): string {
  const printed = renderAmount(amount, {
    denomination: currency?.denomination ?? 'unit',
    minorUnitScale: currencyDecimals(currency),
  })
  const period = periodOf(cadence, plan)
  return `${printed} ${CADENCES[period] ?? `each ${period}`}`
}
