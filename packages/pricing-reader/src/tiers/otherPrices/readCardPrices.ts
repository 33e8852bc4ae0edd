import { isBulletIn, linesIn } from '../../page/PageLine.ts'
import type { PageNode } from '../../page/PageNode.ts'
import type { PageModel } from '../../page/readModel.ts'
import { findAmounts } from '../../price/findAmounts.ts'
import { findIntervals } from '../../price/findIntervals.ts'
import { readPrices } from '../../price/readPrices.ts'
import { CONFIDENCE, WORDS } from '../../thresholds.ts'
import { foldName } from '../../words/tierNames.ts'
import type { HiddenCards } from '../findHiddenCards.ts'
import { priceLineOf, readTier } from '../readTier.ts'
import type { OtherPrice } from './addPrices.ts'

/**
 * Reads prices for another interval among the bullets of a card: "Annual: €499 (two months free)".
 */
export function readBullets(card: PageNode, page: PageModel): OtherPrice[] {
  return linesIn(page, card).flatMap((line): OtherPrice[] => {
    const { text, isHidden } = line
    if (isHidden || !isBulletIn(line, card) || text.split(/\s+/).length > WORDS.bulletPrice)
      return []
    if (findIntervals(text)[0]?.start !== 0 || findAmounts(text, page.hints).length > 1) return []
    const [price] = readPrices([{ text }], page.hints).prices
    if (!price || price.confidence < CONFIDENCE.explicit) return []
    const { interval, amountMinor, evidence } = price
    if (interval !== 'month' && interval !== 'year') return []
    return [{ period: interval, amountMinor, evidence }]
  })
}

/** Reads the hidden prices of a card, which appear when the visitor uses the billing switch. */
export function readHidden(card: PageNode, page: PageModel): OtherPrice[] {
  const hidden = linesIn(page, card).filter(({ isHidden, text }) => isHidden && text)
  if (hidden.length === 0) return []
  const { prices } = readPrices(
    hidden.map((line) => priceLineOf(line, card)),
    page.hints,
  )
  return prices.flatMap(
    ({ interval, amountMinor, confidence, evidence, printed }): OtherPrice[] => {
      // Without an interval, a hidden amount may be anything.
      if (confidence < CONFIDENCE.explicit || (interval !== 'month' && interval !== 'year'))
        return []
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
}

/** Reads the prices of hidden cards, keyed by normalized name. */
export function readHiddenCards({ groups, page }: HiddenCards): Map<string, OtherPrice[]> {
  const found = new Map<string, OtherPrice[]>()
  for (const { cards } of groups) {
    for (const card of cards) {
      const read = readTier(card, page)
      if (!read) continue
      const prices = read.tier.prices.flatMap(
        ({ interval, amountMinor, printed, evidence, confidence }): OtherPrice[] => {
          if (confidence < CONFIDENCE.explicit || (interval !== 'month' && interval !== 'year'))
            return []
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
