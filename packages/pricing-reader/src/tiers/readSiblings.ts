import { isBulletIn, linesIn, type PageLine } from '../page/PageLine.ts'
import { namesOf, type PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import { isPriceLine } from '../price/isPriceLine.ts'
import { readPrices } from '../price/readPrices.ts'
import { CONFIDENCE, COUNT, NEAR } from '../thresholds.ts'
import { type CardGroup, isAlike } from './findCards.ts'
import { findName } from './findName.ts'
import { type CardReading, priceLineOf, readTier } from './readTier.ts'

/**
 * Finds elements beside the cards of a group that look the same but have no price. Visitors see
 * them as plans.
 */
export function findSiblings({ parent, cards }: CardGroup, page: PageModel): PageNode[] {
  if (parent.children.length > COUNT.siblings) return []
  const titles = cards.map((card) => titleOf(card, page))
  return parent.children.filter((node) => {
    if (node.tag === '#text' || node.isHidden || cards.includes(node)) return false
    if (!cards.some((card) => isAlike(card, node))) return false
    const title = titleOf(node, page)
    if (!title || !titles.some((other) => other !== null && isSameMake(title, other))) return false
    const lines = shownIn(node, page)
    if (lines.length > COUNT.cardLines) return false
    const bullets = lines.filter((line) => isBulletIn(line, node) || line.mark).length
    const hasButton = lines.some(({ isButton }) => isButton)
    return bullets >= 2 ? hasButton || cards.length >= 2 : hasButton && cards.length >= 2
  })
}

const shownIn = (node: PageNode, page: PageModel): PageLine[] =>
  linesIn(page, node).filter(({ isHidden }) => !isHidden)

const titleOf = (card: PageNode, page: PageModel): PageLine | null =>
  findName(card, shownIn(card, page), page.hints)?.line ?? null

/** Returns true for headings of the same level, or names in elements with the same classes. */
const isSameMake = (a: PageLine, b: PageLine): boolean =>
  a.heading > 0 || b.heading > 0
    ? a.heading === b.heading
    : a.block.tag === b.block.tag && namesOf(a.block) === namesOf(b.block)

/**
 * Reads an element beside the cards of a group. A bare number in place of a price has the currency
 * of the cards: "19/seat" beside "$39/seat".
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
  const priceLines = lines
    .slice(at, at + 1 + NEAR.siblingQualifiers)
    .map((each) => priceLineOf(each, node))
  priceLines[0] = { ...priceLines[0], text: `${currency.toUpperCase()} ${line.text}` }
  const { prices, perSeat } = readPrices(priceLines, page.hints)
  if (prices.length === 0) return read
  const { priceUnreadable: _, ...tier } = read.tier
  const likelyPrices = prices.map((price) => ({
    ...price,
    evidence: line.text,
    confidence: CONFIDENCE.assumed,
  }))
  return {
    ...read,
    tier: { ...tier, prices: likelyPrices, ...(perSeat ? { perSeat } : {}) },
    card: { ...read.card, prices: likelyPrices },
  }
}
