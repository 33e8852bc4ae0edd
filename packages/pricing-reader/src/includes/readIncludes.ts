import type { CardLine, ReadCard } from '../lines/CardLine.ts'
import { overlapsFeature, sameFeature } from '../lines/featureName.ts'
import type { ReadTier } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { anyOf } from '../words/composeWords.ts'
import { findLineMatrix } from './findLineMatrix.ts'
import { findSeparateLists } from './findSeparateLists.ts'
import { pickCredits } from './pickCredits.ts'
import { pickFeatureLines } from './pickFeatureLines.ts'
import { type CardContents, readCardLines } from './readCardLines.ts'
import { readOverageSentences } from './readOverage.ts'

const WITHOUT = new RegExp(String.raw`^${anyOf(({ without }) => without)}\s`, 'iu')

/** A tier without its features, and the card that states them. */
export interface TierWithCard {
  tier: ReadTier
  card: ReadCard
}

/** Reads the features of all tiers. They are read together because they refer to each other. */
export function readIncludes(
  tiers: readonly TierWithCard[],
  around: readonly CardLine[],
  hints: MoneyHints,
): CardContents[] {
  const cards = withDetails(tiers, around)
  const names = tiers.map(({ tier }) => tier.name)
  const free = tiers.find(({ tier }) => tier.isFree === true)?.tier.name
  const read = (isGranted: (tierName: string, feature: string) => boolean): CardContents[] =>
    cards.map(({ tier, card }) =>
      readCardLines(card, {
        names,
        current: tier.name,
        hints,
        ...(free === undefined ? {} : { free }),
        isGrantedElsewhere: (feature) => isGranted(tier.name, feature),
      }),
    )
  const first = read(() => false)
  const second = read((tierName, feature) =>
    first.some(
      ({ entitlements }, index) =>
        names[index] !== tierName &&
        entitlements.some(
          (other) => !WITHOUT.test(other.feature) && overlapsFeature(other.feature, feature),
        ),
    ),
  )
  const credits = pickCredits(
    second.map(({ entitlements }, index) => ({
      tier: tiers[index]?.tier ?? { prices: [] },
      entitlements,
    })),
  )
  const overageOutside = readOverageSentences(around, names, hints)
  const isHad = (feature: string): boolean =>
    second.some(({ excluded }) => !excluded.some((other) => sameFeature(other, feature)))
  return second.map((read, index) => {
    // A feature that no tier has is a heading of the comparison.
    const includes = tiers.length > 1 ? { ...read, excluded: read.excluded.filter(isHad) } : read
    const grant = credits[index]
    const overage =
      includes.overage.length > 0
        ? includes.overage
        : (overageOutside.get(names[index] ?? '') ?? [])
    return { ...includes, overage, ...(grant === undefined ? {} : { credits: grant }) }
  })
}

/** Adds to each card the lines that the page keeps outside of it. */
function withDetails(tiers: readonly TierWithCard[], around: readonly CardLine[]): TierWithCard[] {
  const bare = tiers.filter(
    ({ card }) => pickFeatureLines(card.lines).length === 0 && !card.lines.some(({ row }) => row),
  )
  const details = findSeparateLists(
    around,
    bare.map(({ tier }) => tier.name),
  )
  const hasRows = tiers.some(({ card }) => card.lines.some(({ row }) => row))
  const names = tiers.map(({ tier }) => tier.name)
  const matrix = hasRows
    ? new Map<string, CardLine[]>()
    : findLineMatrix(around, names, bare.length === tiers.length)
  return tiers.map(({ tier, card }) => {
    const more = details.get(tier.name) ?? matrix.get(tier.name)
    return more === undefined
      ? { tier, card }
      : { tier, card: { ...card, lines: [...card.lines, ...more] } }
  })
}
