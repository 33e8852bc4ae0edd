import type { MoneyHints } from '../price/currencySigns.ts'
import { isPriceLine } from '../price/isPriceLine.ts'
import { saysFree } from '../price/priceWords.ts'
import { COUNT, LENGTH, NEAR } from '../thresholds.ts'
import type { PageLine } from './PageLine.ts'
import type { PageNode } from './PageNode.ts'

/**
 * Some cards are lists whose first items are the name and the price and whose last item is the
 * button. This function stops treating those items as bullets.
 */
export function unlistCardHeads(lines: readonly PageLine[], hints: MoneyHints): PageLine[] {
  const lists = new Map<PageNode, PageLine[]>()
  for (const line of lines) {
    const list = line.item?.parent
    if (!list || line.isHidden || !line.text) continue
    const listLines = lists.get(list)
    if (listLines) listLines.push(line)
    else lists.set(list, [line])
  }
  const heads = [...lists.values()].map((listLines) => headOf(listLines, hints))
  const cards = heads.filter((head) => head.length > 0)
  if (cards.length < 2) return [...lines]
  const chrome = new Set(cards.flat())
  return lines.map((line) => (chrome.has(line) ? { ...line, item: null } : line))
}

/**
 * Returns the lines of a list that are the name, the price and the buttons of a card. Returns none
 * if the list is not a card.
 */
function headOf(listLines: readonly PageLine[], hints: MoneyHints): PageLine[] {
  const items = new Set(listLines.map(({ item }) => item))
  if (items.size < COUNT.listItems || listLines.length > items.size * 2) return []
  const isPrice = ({ text }: PageLine): boolean => isPriceLine(text, hints) || saysFree(text)
  const at = listLines.findIndex((line) => isPriceLine(line.text, hints))
  const free = at < 0 ? listLines.findIndex(isPrice) : at
  if (free < 0 || free > NEAR.listPrice) return []
  // Further lines of the price's list item qualify the price: "+ $1 / device".
  const priced = listLines[free]?.item
  const end = listLines.findLastIndex(({ item }) => item === priced) + 1
  if (listLines.slice(end).some(({ text }) => isPriceLine(text, hints))) return []
  const head = listLines.slice(0, end)
  const isShort = head.every(({ text }) => text.length <= LENGTH.heading)
  return isShort ? [...head, ...listLines.filter(({ isButton }) => isButton)] : []
}
