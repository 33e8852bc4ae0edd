import type { OtherPrice } from './addPrices.ts'
import type { HiddenCards } from './findHiddenCards.ts'
import { readTier } from './readTier.ts'
import { foldName } from './sameName.ts'

/** The prices of cards that are not shown until a switch is turned, by the folded name of each. */
export function readHiddenCards({ groups, page }: HiddenCards): Map<string, OtherPrice[]> {
  const found = new Map<string, OtherPrice[]>()
  for (const { cards } of groups) {
    for (const card of cards) {
      const read = readTier(card, page)
      if (!read) continue
      const prices = read.tier.prices.flatMap(
        ({ interval, amountMinor, printed, evidence, confidence }): OtherPrice[] => {
          if (confidence < 0.9 || (interval !== 'month' && interval !== 'year')) return []
          return [
            {
              period: interval,
              amountMinor: printed?.amountMinor ?? amountMinor,
              evidence,
              source: 'attr',
            },
          ]
        },
      )
      found.set(foldName(read.tier.name), prices)
    }
  }
  return found
}
