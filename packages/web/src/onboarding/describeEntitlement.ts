import type { EntitlementEntry, PlanEntry } from './Catalog.ts'
import { periodOf } from './periodOf.ts'

const PERIODS: Readonly<Record<string, string>> = {
  minute: 'per minute',
  hour: 'per hour',
  day: 'per day',
  week: 'per week',
  month: 'per month',
  year: 'per year',
  billing_period: 'per billing period',
  lifetime: 'in all',
}

/** What a plan gives of a feature, without the feature's name; empty where the name says it all. */
export function describeEntitlement(
  { mode, value, period, values }: EntitlementEntry,
  type: string,
  plan: PlanEntry,
): string {
  if (mode === 'unlimited') return 'unlimited'
  if (type === 'credit') return 'paid with credits'
  if (values) return values.join(', ')
  if (value === undefined) return ''
  const amount = typeof value === 'number' ? value.toLocaleString('en-US') : value
  const per = PERIODS[periodOf(period ?? (mode === 'quota' ? 'billing_period' : ''), plan)]
  return per ? `${amount} ${per}` : amount
}
