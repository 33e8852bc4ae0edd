import { type PageNode, walk } from '../../page/PageNode.ts'
import type { MoneyHints } from '../../price/currencySigns.ts'
import { findAmounts, toMinor } from '../../price/findAmounts.ts'
import { isDecoy } from '../../price/priceWords.ts'
import { BOUND } from '../../thresholds.ts'
import { anyOf } from '../../words/composeWords.ts'
import type { OtherPrice } from './addPrices.ts'

const MONTHLY = new RegExp(
  `(^|[-_])(?:mo|m|${anyOf(({ monthlyInCode }) => monthlyInCode)})([-_]|$)`,
)
const YEARLY = new RegExp(`(^|[-_])(?:yr|y|a|${anyOf(({ yearlyInCode }) => yearlyInCode)})([-_]|$)`)

/** Reads the prices that a billing switch uses from the data attributes of a card. */
export function readAttributes(card: PageNode, currency: string, hints: MoneyHints): OtherPrice[] {
  const found: OtherPrice[] = []
  let seen = 0
  for (const node of walk(card)) {
    if (++seen > BOUND.attributeNodes) break
    for (const [name, value] of node.attrs) {
      if (!name.startsWith('data-') || value.length > BOUND.attributeValue || !/\d/.test(value))
        continue
      const isMonthly = MONTHLY.test(name)
      if (isMonthly === YEARLY.test(name)) continue
      const amountMinor = amountOf(value, currency, hints)
      if (amountMinor === null) continue
      found.push({
        period: isMonthly ? 'month' : 'year',
        amountMinor,
        evidence: `${name}="${value}"`,
        source: 'attr',
      })
    }
  }
  return found
}

function amountOf(value: string, currency: string, hints: MoneyHints): number | null {
  const bare = /^[\d.,\s]+$/.test(value) ? `${currency.toUpperCase()} ${value.trim()}` : value
  const all = findAmounts(bare, { ...hints, currency })
  const amounts = all.filter(
    ({ start, end, value: sum }, n) =>
      !isDecoy(bare.slice(all[n - 1]?.end ?? 0, start), bare.slice(end), sum),
  )
  const only = amounts.length === 1 ? amounts[0] : undefined
  return only ? toMinor(only.value, only.currency) : null
}
