import { linesIn } from '../page/linesIn.ts'
import type { PageModel } from '../page/PageModel.ts'
import type { PageNode } from '../page/PageNode.ts'
import { readPrices } from '../price/readPrices.ts'
import type { OtherPrice } from './addPrices.ts'
import { priceLineOf } from './priceLineOf.ts'

/** The prices in a card that are not shown until a switch is turned. */
export function readHidden(card: PageNode, page: PageModel): OtherPrice[] {
  const hidden = linesIn(page, card).filter(({ isHidden, text }) => isHidden && text)
  if (hidden.length === 0) return []
  const { prices } = readPrices(
    hidden.map((line) => priceLineOf(line, card)),
    page.hints,
  )
  return prices.flatMap(
    ({ interval, amountMinor, confidence, evidence, printed }): OtherPrice[] => {
      // Without a word or a name for its interval a hidden amount may be anything.
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
}
