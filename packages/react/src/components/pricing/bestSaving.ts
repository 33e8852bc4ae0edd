import type { PricingPlan, PricingTier } from './PricingTier.ts'

const MONTHS = { month: 1, year: 12 } as const

/**
 * Returns the largest saving of an interval over the shortest interval of its tier, in percent; 0
 * if there is none.
 */
export function bestSaving(
  tiers: readonly PricingTier[],
  isOfInterval: (plan: PricingPlan) => boolean,
): number {
  const savings = tiers.flatMap(({ plans }) => {
    const [shortest] = plans
    const longer = plans.find(isOfInterval)
    return shortest && longer ? percentSaved(shortest, longer) : []
  })
  return Math.max(0, ...savings)
}

function percentSaved(shorter: PricingPlan, longer: PricingPlan): number {
  const months = monthsOf(shorter)
  if (months === 0 || monthsOf(longer) === 0 || shorter.price === 0) return 0
  const atTheShorter = shorter.price * monthsOf(longer)
  return Math.floor(((atTheShorter - longer.price * months) * 100) / atTheShorter)
}

const monthsOf = ({ interval, intervalCount }: PricingPlan): number =>
  interval === 'month' || interval === 'year' ? MONTHS[interval] * intervalCount : 0
