import type { PricingPlan } from './PricingTier.ts'

/** An interval as the price list names it: `month`, `3 months`. */
export const nameInterval = ({
  interval,
  intervalCount,
}: Pick<PricingPlan, 'interval' | 'intervalCount'>): string =>
  intervalCount === 1 ? interval : `${intervalCount} ${interval}s`
