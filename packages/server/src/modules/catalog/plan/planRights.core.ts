import type { Plan } from '@purser/contract'
import type { Metric } from '../kinds/catalogObject.core.ts'
import type { EntitlementTerms } from './entitlementTerms.core.ts'

/** The rights that a plan version gives its subscribers, and the usage that it prices. */
export interface PlanRights {
  readonly interval: Plan['interval']
  readonly intervalCount: number
  /** By feature id. */
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
  /** The number of seats if the subscription sets none. */
  readonly quantity: number
}

export const seatCount = (
  { featureSlug, quantity }: Pick<Seats, 'featureSlug' | 'quantity'>,
  quantities: Readonly<Record<string, number>>,
): number => quantities[featureSlug] ?? quantity

/**
 * Returns the entitlement for a number of seats. The number replaces the value of the plan. If the
 * plan has no entitlement for the feature, the seats become a lifetime quota. Unlimited features,
 * rates and text values stay as the plan defines them.
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
