import type { ReadTier } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import type { ReadCard } from '../tiers/ReadCard.ts'
import { pickCredits } from './pickCredits.ts'
import { type Includes, readCardLines } from './readCardLines.ts'
import { overlapsFeature } from './sameFeature.ts'

/** A tier but for what it includes, and the card that tells it. */
export interface TierCard {
  tier: ReadTier
  card: ReadCard
}

/** Reads what each tier of a page includes; they are read together because they speak of each other. */
export function readIncludes(tiers: readonly TierCard[], hints: MoneyHints): Includes[] {
  const names = tiers.map(({ tier }) => tier.name)
  const free = tiers.find(({ tier }) => tier.isFree === true)?.tier.name
  const read = (isGranted: (own: string, feature: string) => boolean): Includes[] =>
    tiers.map(({ tier, card }) =>
      readCardLines(card, {
        names,
        own: tier.name,
        hints,
        ...(free === undefined ? {} : { free }),
        isGrantedElsewhere: (feature) => isGranted(tier.name, feature),
      }),
    )
  const first = read(() => false)
  const second = read((own, feature) =>
    first.some(
      ({ entitlements }, index) =>
        names[index] !== own &&
        entitlements.some(
          (other) =>
            !/^(?:no|without|kein|ohne|sans|sin|sem|без)\s/iu.test(other.feature) &&
            overlapsFeature(other.feature, feature),
        ),
    ),
  )
  const credits = pickCredits(
    second.map(({ entitlements }, index) => ({
      tier: tiers[index]?.tier ?? { prices: [] },
      entitlements,
    })),
  )
  return second.map((includes, index) => {
    const grant = credits[index]
    return grant === undefined ? includes : { ...includes, credits: grant }
  })
}
