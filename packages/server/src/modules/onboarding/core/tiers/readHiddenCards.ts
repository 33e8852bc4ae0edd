import type { PageModel } from '../page/PageModel.ts'
import type { PageNode } from '../page/PageNode.ts'
import type { OtherPrice } from './addPrices.ts'
import { findCards } from './findCards.ts'
import { readTier } from './readTier.ts'
import { foldName } from './sameName.ts'

/** The prices of cards that are not shown until a switch is turned, by the folded name of each. */
export function readHiddenCards(page: PageModel, body: PageNode): Map<string, OtherPrice[]> {
  const found = new Map<string, OtherPrice[]>()
  const lines = page.lines
    .filter(({ isHidden }) => isHidden)
    .map((line) => ({ ...line, isHidden: false }))
  const hidden: PageModel = { ...page, lines }
  for (const { cards } of findCards(hidden, body)) {
    for (const card of cards) {
      const read = readTier(card, hidden)
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
