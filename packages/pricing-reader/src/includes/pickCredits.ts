import { sameFeature } from '../lines/featureName.ts'
import { isRecurring } from '../lines/quantities/findPeriods.ts'
import type {
  PriceInterval,
  QuotaPeriod,
  ReadCredits,
  ReadEntitlement,
  ReadTier,
} from '../offer.ts'
import { FACTOR } from '../thresholds.ts'

/** The prices and flags of a tier, and its features. */
export interface CreditTier {
  tier: Pick<ReadTier, 'prices' | 'isFree'>
  entitlements: ReadEntitlement[]
}

type Grant = ReadEntitlement & { value: number }

/**
 * Picks the credits of each tier. If a tier has several credit units, the picked unit is the one
 * that recurs in most tiers, otherwise the one that most tiers have. The other units remain limits.
 */
export function pickCredits(tiers: readonly CreditTier[]): (ReadCredits | undefined)[] {
  const grants = tiers.map(({ entitlements }) => entitlements.filter(isGrant))
  const all = grants.flat()
  const hasStatedPeriod = all.some(({ period }) => isRecurring(period))
  return tiers.map(({ tier }, index) => {
    const [best, ...others] = [...(grants[index] ?? [])].sort(
      (a, b) => rank(b, all) - rank(a, all) || b.value - a.value,
    )
    for (const other of others) other.type = isRecurring(other.period) ? 'metered' : 'config'
    if (best === undefined) return undefined
    const period = periodOf(best, tier, hasStatedPeriod, tiers)
    best.period = period
    const { value: amount, feature: name, evidence, confidence } = best
    return { amount, period, name, evidence, confidence }
  })
}

function isGrant(entitlement: ReadEntitlement): entitlement is Grant {
  return entitlement.type === 'credit' && typeof entitlement.value === 'number'
}

function rank(grant: Grant, all: readonly Grant[]): number {
  const sames = all.filter((other) => sameFeature(other.feature, grant.feature))
  return (
    sames.filter(({ period }) => isRecurring(period)).length * FACTOR.recurringGrant + sames.length
  )
}

/**
 * Returns the period of a grant. If the page states no period, it is the billing interval. A free
 * tier then grants its credits once if another tier states a period.
 */
function periodOf(
  grant: Grant,
  tier: CreditTier['tier'],
  hasStatedPeriod: boolean,
  tiers: readonly CreditTier[],
): QuotaPeriod {
  if (grant.period === 'lifetime') return 'one_time'
  if (grant.period !== undefined) return grant.period
  if (tier.isFree === true)
    return hasStatedPeriod
      ? 'one_time'
      : (intervalOf(tiers.flatMap(({ tier: { prices } }) => prices)) ?? 'one_time')
  return intervalOf(tier.prices) ?? 'month'
}

function intervalOf(prices: ReadTier['prices']): PriceInterval | undefined {
  const paid = prices.filter(({ amountMinor }) => amountMinor > 0)
  return (paid.find(({ interval }) => interval === 'month') ?? paid[0])?.interval
}
