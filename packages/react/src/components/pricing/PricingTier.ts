import type { PublicPricing } from '@purser/contract/client'

/** A column of the pricing table. */
export type PricingTier = PublicPricing['tiers'][number]
/** One interval of a tier, or an add-on. */
export type PricingPlan = PricingTier['plans'][number]
/** A row of the comparison. */
export type PricingFeature = PublicPricing['features'][number]
