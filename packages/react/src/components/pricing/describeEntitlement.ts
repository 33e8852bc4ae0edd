import type { Denominated } from '@purser/contract/client'
import type { Words } from '../words/words.ts'
import type { PricingTier } from './PricingTier.ts'

/** The terms of a feature, in the form that public pricing uses. */
export type EntitlementTerms = Omit<PricingTier['entitlementBySlug'][string], 'periodAllocation'>

export interface Writing {
  readonly words: Words['pricing']
  readonly count: (value: number) => string
  readonly amount: (minorUnits: number, wallet: Denominated) => string
  /** The credit currency of a credit feature, if known. */
  readonly wallet?: Denominated | undefined
}

/** Describes a feature in a tier; null if it is not included. */
export function describeEntitlement(
  entitlement: EntitlementTerms | undefined,
  { words, count, amount, wallet }: Writing,
): string | null {
  if (entitlement === undefined) return null
  const { type, mode, value, period } = entitlement
  if (type === 'metered' && mode === 'unlimited') return words.unlimited
  if (value === null || type === 'boolean') return words.included
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string') return value
  const quantity = type === 'credit' && wallet ? amount(value, wallet) : count(value)
  return period === null ? quantity : `${quantity} ${words.periods[period]}`
}
