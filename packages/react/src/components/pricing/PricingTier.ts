import type { PublicPricing } from '@purser/contract/client'

/** A column of the price list. */
export type PricingTier = PublicPricing['tiers'][number]
/** One of a tier's interval variants, or an add-on. */
export type PricingPlan = PricingTier['plans'][number]
/** A row of the price list. */
export type PricingFeature = PublicPricing['features'][number]
