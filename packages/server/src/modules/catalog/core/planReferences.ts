import type { Plan } from '@purser/contract'
import type { FeatureType } from './entitlementTerms.ts'
import type { ChargeInput, EntitlementInput, GrantRuleInput } from './planTerms.ts'
import type { Referable } from './reference.ts'

/** What of a plan is fixed or decides what its terms may say. */
export type PlanFrame = Pick<
  Plan,
  'productId' | 'tierId' | 'currency' | 'interval' | 'intervalCount'
>

/** A plan as it is to be. A part that is left out stays as it is. */
export interface PlanInput extends PlanFrame {
  charges?: readonly ChargeInput[] | undefined
  entitlements?: readonly EntitlementInput[] | undefined
  grantRules?: readonly GrantRuleInput[] | undefined
}

export interface ReferableFeature extends Referable {
  slug: string
  type: FeatureType
  metricId: string | null
}

/** What a plan refers to, by the words with which it does; absent is what does not exist. */
export interface PlanReferences {
  product: Referable | undefined
  tier: (Referable & { productId: string }) | undefined
  metrics: ReadonlyMap<string, Referable>
  features: ReadonlyMap<string, ReferableFeature>
  creditCurrencies: ReadonlyMap<string, Referable>
  /** Ids of what the plan rests on already, which may have been archived since. */
  inUse: ReadonlySet<string>
}
