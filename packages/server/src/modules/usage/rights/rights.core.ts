import { type EntitlementTerms, type PlanRights, seatCount, seatTerms } from '../../catalog/core.ts'

/** A subscription that gives access. */
export interface SubscriptionRight {
  readonly id: string
  readonly planId: string
  readonly planVersion: number
  readonly billingAnchor: Date
  /** Usage before this instant is invoiced. */
  readonly invoicedThrough: Date | null
  readonly plan: PlanRights
  /**
   * The seat counts that replaced quotas of the plan, as part of the cache key. Empty when there
   * are none.
   */
  readonly seats: string
}

/** Replaces the terms of all plans for one feature of one customer. */
export type FeatureOverride = { access: false } | { access: true; terms: EntitlementTerms }

export interface Rights {
  /** The customer's rights version for which these rights are valid. */
  readonly version: number
  /** Oldest first. */
  readonly subscriptions: readonly SubscriptionRight[]
  /** By feature id. */
  readonly overrides: ReadonlyMap<string, FeatureOverride>
  /**
   * Equal for customers with the same plan versions and seats, in the same order, and without
   * overrides.
   */
  readonly shape: string
}

/** Terms of a feature, and the subscription that grants them. Null: granted by an override. */
export interface GrantedTerms {
  readonly terms: EntitlementTerms
  readonly subscription: SubscriptionRight | null
}

/**
 * Replaces quotas and values with the purchased seats. Returns the subscription unchanged if its
 * plan sells no seats.
 */
export function withSeats(
  right: SubscriptionRight,
  quantities: Readonly<Record<string, number>> | null,
): SubscriptionRight {
  const { plan } = right
  if (quantities === null || plan.seats.length === 0) return right
  const entitlements = new Map(plan.entitlements)
  const counts = plan.seats.map((seats) => {
    const count = seatCount(seats, quantities)
    const { featureId, featureType } = seats
    entitlements.set(featureId, seatTerms(featureType, count, entitlements.get(featureId)))
    return count
  })
  return { ...right, plan: { ...plan, entitlements }, seats: `:${counts.join(',')}` }
}

const NOTHING: readonly GrantedTerms[] = []

/**
 * Returns a customer's terms for a feature, oldest subscription first. An override replaces them
 * all.
 */
export function termsOf(rights: Rights, featureId: string): readonly GrantedTerms[] | 'denied' {
  const override = rights.overrides.get(featureId)
  if (override) return override.access ? [{ terms: override.terms, subscription: null }] : 'denied'
  let granted: GrantedTerms[] | null = null
  for (const subscription of rights.subscriptions) {
    const terms = subscription.plan.entitlements.get(featureId)
    if (!terms) continue
    granted ??= []
    granted.push({ terms, subscription })
  }
  return granted ?? NOTHING
}
