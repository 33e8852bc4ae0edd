import type { BodyInput } from '@purser/contract/client'
import type { ChargeEntry, PlanEntry } from './Catalog.ts'

interface ChangedFeature {
  readonly featureSlug: string
  /** The metric that counts this feature and no other of the plan. */
  readonly metricSlug: string | null
}

/** What a plan is changed to when a quota or a limit is another one; null takes the feature out. */
export function changeEntitlement(
  plan: PlanEntry,
  { featureSlug, metricSlug }: ChangedFeature,
  value: number | null,
): BodyInput<'updatePlan'> {
  const { charges = [], entitlements = [] } = plan
  const before = entitlements.find((entitlement) => entitlement.featureSlug === featureSlug)?.value
  const isOfUsage = (charge: ChargeEntry) =>
    metricSlug !== null && charge.type === 'usage' && charge.metricId === metricSlug
  return {
    entitlements: entitlements.flatMap((entitlement) => {
      if (entitlement.featureSlug !== featureSlug) return [entitlement]
      return value === null ? [] : [{ ...entitlement, value }]
    }),
    charges: charges.flatMap((charge) => {
      // What is no longer there cannot be charged for, by seats or by use.
      if (value === null) {
        return charge.featureSlug === featureSlug || isOfUsage(charge) ? [] : [charge]
      }
      return typeof before === 'number' && isOfUsage(charge)
        ? [{ ...charge, pricing: includeInstead(charge.pricing, before, value) }]
        : [charge]
    }),
  }
}

/** Usage beyond a quota is free up to the quota, or as often as it is renewed in a period. */
function includeInstead(
  pricing: ChargeEntry['pricing'],
  before: number,
  after: number,
): ChargeEntry['pricing'] {
  if (pricing.model !== 'graduated') return pricing
  const [first, ...others] = pricing.tiers
  const isIncluded = first && Number(first.unitAmount) === 0 && !first.flatAmount
  if (!isIncluded || first.upTo === null || first.upTo % before !== 0) return pricing
  return { ...pricing, tiers: [{ ...first, upTo: (first.upTo / before) * after }, ...others] }
}
