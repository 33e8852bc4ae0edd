import type { PageNode } from '../page/PageNode.ts'
import type { PageLine } from '../page/renderLines.ts'
import type { PriceLine } from '../price/readPrices.ts'

const MONTHLY = /(^|[^a-z])(monthly|month|mensal|mensuel|mensual|monatlich)([^a-z]|$)/i
const YEARLY = /(^|[^a-z])(yearly|year|annual|annually|anual|annuel|jaehrlich)([^a-z]|$)/i
const TELLING = [
  'class',
  'id',
  'data-billing',
  'data-period',
  'data-interval',
  'data-plan-type',
  'data-cycle',
  'x-show',
  'v-if',
  'v-show',
  'ng-show',
  'ng-if',
]

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
    const attrs = at.attrs
    const names = TELLING.map((name) => attrs.get(name) ?? '')
      .join(' ')
      .replace(/([a-z])([A-Z])/g, '$1-$2')
    const [isMonthly, isYearly] = [MONTHLY.test(names), YEARLY.test(names)]
    if (isMonthly !== isYearly) return isMonthly ? 'month' : 'year'
  }
  return undefined
}
