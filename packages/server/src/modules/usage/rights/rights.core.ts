import { type EntitlementTerms, type PlanRight, seatCount, seatTerms } from '../../catalog/index.ts'

/** A subscription that gives access. */
export interface SubscriptionRight {
  readonly id: string
  readonly planId: string
  readonly planVersion: number
  readonly billingAnchor: Date
  /** Usage before this instant stands on an invoice. */
  readonly invoicedThrough: Date | null
  readonly plan: PlanRight
  /** The numbers of seats that the plan's entitlements were changed by; '' for none. */
  readonly seats: string
}

/** What a customer has of a feature whatever its plans say. */
export type Override = { access: false } | { access: true; terms: EntitlementTerms }

/** What a customer may use, and on what terms. */
export interface Rights {
  /** The customer's rights version at which they stand. */
  readonly version: number
  /** Oldest first. */
  readonly subscriptions: readonly SubscriptionRight[]
  /** By the feature's id. */
  readonly overrides: ReadonlyMap<string, Override>
  /** The same for customers on the same plan versions and seats in the same order without overrides. */
  readonly shape: string
}

/** Terms of a feature and the subscription that they come from; null: from an override. */
export interface GrantedTerms {
  readonly terms: EntitlementTerms
  readonly subscription: SubscriptionRight | null
}

/** A subscription whose entitlements are those that its seats give; as it is, where none are sold. */
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

/** On what terms a customer has a feature, oldest subscription first; an override beats them all. */
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
