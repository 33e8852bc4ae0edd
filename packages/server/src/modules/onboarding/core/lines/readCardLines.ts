import type { ReadTier } from '../offer.ts'
import type { ReadCard } from '../tiers/ReadCard.ts'

/** What the lines of a card say that its tier includes. */
export function readCardLines(
  card: ReadCard,
): Pick<ReadTier, 'entitlements' | 'excluded' | 'overage'> {
  const own = card.lines.filter(({ isChrome, isListItem }) => isListItem && !isChrome)
  return {
    entitlements: own
      .filter(({ isExcluded }) => !isExcluded)
      .map(({ text }) => ({ feature: text, type: 'boolean', evidence: text, confidence: 0.5 })),
    excluded: own.filter(({ isExcluded }) => isExcluded).map(({ text }) => text),
    overage: [],
  }
}
