import type { PageNode } from '../page/PageNode.ts'
import { periodNameOf } from '../page/periodNameOf.ts'
import type { PageLine } from '../page/renderLines.ts'
import type { PriceLine } from '../price/readPrices.ts'

/** How far above a card the panel may be that a switch shows. */
const MAX_ABOVE = 4

/** A line of a card with the interval by which the elements around it are called. */
export function priceLineOf({ text, block }: PageLine, card: PageNode): PriceLine {
  const period = periodOf(block, card)
  return period ? { text, period } : { text }
}

/** The interval that an element, or one around it in the card, is named after. */
function periodOf(block: PageNode, card: PageNode): 'month' | 'year' | undefined {
  let above = 0
  for (let at: PageNode | null = block; at && above <= MAX_ABOVE; at = at.parent) {
    if (at.order <= card.order) above++
    const period = periodNameOf(at)
    if (period) return period
  }
  return undefined
}
