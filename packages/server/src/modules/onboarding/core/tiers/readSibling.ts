import { linesIn } from '../page/linesIn.ts'
import type { PageModel } from '../page/PageModel.ts'
import { namesOf, type PageNode } from '../page/PageNode.ts'
import type { PageLine } from '../page/renderLines.ts'
import { isPriceLine } from '../price/isPriceLine.ts'
import { readPrices } from '../price/readPrices.ts'
import { priceLineOf } from './priceLineOf.ts'
import { type CardReading, readTier } from './readTier.ts'

const QUALIFIERS = 2

/**
 * Reads what stands beside the cards of a group. A bare number in the place where the others have
 * their price is a price in their currency: "19/seat" beside "$39/seat".
 */
export function readSibling(
  node: PageNode,
  page: PageModel,
  beside: readonly CardReading[],
): CardReading | null {
  const read = readTier(node, page, true)
  const currency = beside.find(({ reading }) => reading.currency)?.reading.currency
  if (!read?.tier.priceUnreadable || !currency) return read
  const places = new Set(
    beside.flatMap((card) =>
      shownIn(card.node, page)
        .filter(({ text }) => isPriceLine(text, page.hints))
        .map(({ block }) => namesOf(block)),
    ),
  )
  const lines = shownIn(node, page)
  const at = lines.findIndex(
    ({ text, block }) => /^\d[\d.,]*\s*(\/|$)/.test(text) && places.has(namesOf(block)),
  )
  const line = lines[at]
  if (!line || namesOf(line.block) === '') return read
  const told = lines.slice(at, at + 1 + QUALIFIERS).map((each) => priceLineOf(each, node))
  told[0] = { ...told[0], text: `${currency.toUpperCase()} ${line.text}` }
  const { prices, perSeat } = readPrices(told, page.hints)
  if (prices.length === 0) return read
  const { priceUnreadable: _, ...tier } = read.tier
  const known = prices.map((price) => ({ ...price, evidence: line.text, confidence: 0.6 }))
  return {
    ...read,
    tier: { ...tier, prices: known, ...(perSeat ? { perSeat } : {}) },
    card: { ...read.card, prices: known },
  }
}

const shownIn = (node: PageNode, page: PageModel): PageLine[] =>
  linesIn(page, node).filter(({ isHidden }) => !isHidden)
