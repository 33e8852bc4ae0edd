import { isBulletIn, linesIn } from '../page/linesIn.ts'
import type { PageModel } from '../page/PageModel.ts'
import type { PageNode } from '../page/PageNode.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { readPrices } from '../price/readPrices.ts'
import type { OtherPrice } from './addPrices.ts'

const MAX_WORDS = 8

/** The price for another interval that stands among the bullets of a card: "Annual: €499 (two months free)". */
export function readBullets(card: PageNode, page: PageModel): OtherPrice[] {
  return linesIn(page, card).flatMap((line): OtherPrice[] => {
    const { text, isHidden } = line
    if (isHidden || !isBulletIn(line, card) || text.split(/\s+/).length > MAX_WORDS) return []
    if (findIntervals(text)[0]?.start !== 0 || findAmounts(text, page.hints).length > 1) return []
    const [price] = readPrices([{ text }], page.hints).prices
    if (!price || price.confidence < 0.9) return []
    const { interval, amountMinor, evidence } = price
    if (interval !== 'month' && interval !== 'year') return []
    return [{ period: interval, amountMinor, evidence }]
  })
}
