import type { Plan } from '@purser/contract'
import type { Metric } from '../kinds/catalogObject.core.ts'
import type { EntitlementTerms } from './entitlementTerms.core.ts'

/** What a version of a plan gives its subscribers, and what of their usage it prices. */
export interface PlanRight {
  readonly interval: Plan['interval']
  readonly intervalCount: number
  /** By the feature's id. */
  readonly entitlements: ReadonlyMap<string, EntitlementTerms>
  readonly usageCharges: readonly UsageCharge[]
  readonly seats: readonly Seats[]
}

export interface UsageCharge {
  readonly id: string
  readonly metricId: string
  readonly filters: Metric['filter']
}

/** A feature that a plan sells by the seat. */
export interface Seats {
  readonly featureId: string
  readonly featureSlug: string
  readonly featureType: 'metered' | 'config'
  /** How many there are when the subscription names no number. */
  readonly quantity: number
}

/** How many seats a subscription has. */
export const seatCount = (
  { featureSlug, quantity }: Pick<Seats, 'featureSlug' | 'quantity'>,
  quantities: Readonly<Record<string, number>>,
): number => quantities[featureSlug] ?? quantity

/**
 * What so many seats give: the number stands in the place of the plan's own, and where the plan says
 * nothing of the feature it gives that many for good. An unlimited feature, a rate and a value that
 * is no number stay as the plan has them.
 */
export function seatTerms(
  type: Seats['featureType'],
  count: number,
  terms: EntitlementTerms | undefined,
): EntitlementTerms {
  if (type === 'config') {
    return terms?.type === 'config' && typeof terms.value === 'string'
      ? terms
      : { type, value: count }
  }
  if (terms?.type !== 'metered') {
    return { type, mode: 'quota', value: count, period: 'lifetime', limit: 'hard' }
  }
  return terms.mode === 'quota' ? { ...terms, value: count } : terms
}
