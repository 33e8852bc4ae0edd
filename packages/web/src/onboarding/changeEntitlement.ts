import type { BodyInput } from '@purser/contract/client'
import type { PlanEntry } from './Catalog.ts'

/** What a plan is changed to when a quota or a limit is another one; null takes the feature out. */
export const changeEntitlement = (
  plan: PlanEntry,
  featureSlug: string,
  value: number | null,
): BodyInput<'updatePlan'> => ({
  entitlements: (plan.entitlements ?? []).flatMap((entitlement) => {
    if (entitlement.featureSlug !== featureSlug) return [entitlement]
    return value === null ? [] : [{ ...entitlement, value }]
  }),
  // Seats of a feature cannot be sold once the feature is gone.
  ...(value === null && {
    charges: (plan.charges ?? []).filter((charge) => charge.featureSlug !== featureSlug),
  }),
})
