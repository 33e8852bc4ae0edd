import type { EntitlementEntry } from './Catalog.ts'

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
export function describeEntitlement(entitlement: EntitlementEntry, type: string): string {
  const { mode, value, period, values } = entitlement
  if (mode === 'unlimited') return 'unlimited'
  if (type === 'credit') return 'paid with credits'
  if (values) return values.join(', ')
  if (value === undefined) return ''
  const amount = typeof value === 'number' ? value.toLocaleString('en-US') : value
  const per = mode === 'quota' ? PERIODS[period ?? 'billing_period'] : PERIODS[period ?? '']
  return per ? `${amount} ${per}` : amount
}
