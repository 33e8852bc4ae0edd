import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { isPriceLine } from '../price/isPriceLine.ts'
import { COUNT, LENGTH, NODES } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import type { PageLine } from './PageLine.ts'
import { namesOf, type PageNode } from './PageNode.ts'

const BARE = new RegExp(
  String.raw`^\d{1,3}(?:[., ]?\d{3})?(?:[.,]\d{2})?(?:\s*\/\s*\p{L}.{0,${LENGTH.intervalAfterSum}})?$`,
  'u',
)
const PRICE = new RegExp(`(^|[^a-z])${anyOf(({ priceInCode }) => priceInCode)}([^a-z]|$)`)

/**
 * Adds the page's currency to prices whose sign a style sheet draws. Such a price is a bare number
 * that has an interval or is in an element called "price". The page must have fewer other prices.
 */
export function addMissingSigns(lines: readonly PageLine[], hints: MoneyHints): void {
  const shown = lines.filter(({ isHidden, item }) => !isHidden && item === null)
  const bare = shown.filter(
    (line, index) => isBareSum(line) && !isSigned(shown[index - 1], line, shown[index + 1], hints),
  )
  if (bare.length < COUNT.bareSums) return
  if (bare.length <= shown.filter(({ text }) => isPriceLine(text, hints)).length) return
  const currency = hints.currency ?? currencyOf(lines, hints)
  if (!currency) return
  for (const line of bare) line.text = `${currency.toUpperCase()} ${line.text}`
}

const isBareSum = ({ text, inner, block }: PageLine): boolean =>
  text.length <= LENGTH.bareSum &&
  BARE.test(text) &&
  (findIntervals(text).length > 0 || [inner, block, shellOf(block)].some(isCalledPrice))

const isCalledPrice = (node: PageNode | null): boolean => node !== null && PRICE.test(namesOf(node))
/** Returns the parent of a node if the parent contains little else. */
const shellOf = ({ parent }: PageNode): PageNode | null =>
  parent && parent.end - parent.order <= NODES.priceShell ? parent : null

/** Returns true if the line before or after the number is its currency sign. */
const isSigned = (
  before: PageLine | undefined,
  { text }: PageLine,
  after: PageLine | undefined,
  hints: MoneyHints,
): boolean =>
  (isShort(before) && findAmounts(`${before?.text} ${text}`, hints).length > 0) ||
  (isShort(after) && findAmounts(`${text} ${after?.text}`, hints).length > 0)
const isShort = (line: PageLine | undefined): boolean =>
  line !== undefined && line.text.length <= LENGTH.sign

function currencyOf(lines: readonly PageLine[], hints: MoneyHints): string | undefined {
  const amounts = lines.flatMap(({ text, isHidden }) => (isHidden ? [] : findAmounts(text, hints)))
  const currencies = new Set(amounts.map(({ currency }) => currency))
  return currencies.size === 1 ? amounts[0]?.currency : undefined
}
