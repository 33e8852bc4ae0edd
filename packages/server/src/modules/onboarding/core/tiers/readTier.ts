import type { ReadTier } from '../offer.ts'
import { isBulletIn, linesIn, type PageModel } from '../page/PageModel.ts'
import { namesOf, type PageNode } from '../page/PageNode.ts'
import type { PageLine } from '../page/renderLines.ts'
import { saysContact, saysFree, saysPopular } from '../price/priceWords.ts'
import { type PriceReading, readPrices } from '../price/readPrices.ts'
import { findName, tidyName } from './findName.ts'
import type { CardLine, ReadCard } from './ReadCard.ts'

/** A card as read: the tier but for what it includes, and the lines that tell this. */
export interface CardReading {
  tier: ReadTier
  card: ReadCard
  node: PageNode
  reading: PriceReading
}

/** Reads the name, the price and the flags of a card. */
export function readTier(node: PageNode, page: PageModel): CardReading | null {
  const lines = linesIn(page, node).filter((line) => !line.isHidden)
  const nameLine = findName(node, lines, page.hints)
  if (!nameLine) return null
  const plain = lines.filter((line) => !isBulletIn(line, node) && line !== nameLine)
  const texts = plain.map(({ text }) => text)
  const reading = readPrices(texts, page.hints)
  const used = new Set(plain.filter((_, index) => reading.used.has(index)))
  const name = tidyName(nameLine.text) || nameLine.text
  const popular = lines.find((line) => saysPopular(line.text))
  const button = plain.find(({ isButton }) => isButton)
  const hasPrice = reading.prices.some(({ amountMinor }) => amountMinor > 0)
  const contact = plain.find(({ text }) => saysContact(text))
  const isFreeByName = !hasPrice && reading.prices.length === 0 && !contact && saysFree(name)
  if (isFreeByName)
    reading.prices.push({ interval: 'month', amountMinor: 0, evidence: name, confidence: 0.7 })
  const tier: ReadTier = {
    name,
    prices: reading.prices,
    entitlements: [],
    excluded: [],
    overage: [],
    evidence: [nameLine.text, ...plain.filter((line) => used.has(line)).map(({ text }) => text)]
      .join(' · ')
      .slice(0, 300),
    confidence: nameLine.heading > 0 ? 0.95 : 0.8,
  }
  if (reading.perSeat && hasPrice) tier.perSeat = true
  if (reading.isFree || isFreeByName) tier.isFree = true
  if (!hasPrice && !tier.isFree && (reading.isOnRequest || contact)) tier.contactSales = true
  if (
    popular ||
    /(^|[^a-z])(popular|recommended|featured|best-value)([^a-z]|$)/.test(namesOf(node))
  )
    tier.isPopular = true
  if (reading.setupFeeMinor !== undefined) tier.setupFeeMinor = reading.setupFeeMinor
  if (button && button.text.length <= 40) tier.ctaLabel = button.text
  if (reading.prices.length === 0 && !tier.contactSales) tier.priceUnreadable = true
  const chrome = new Set<PageLine>([nameLine, ...used, ...(popular ? [popular] : [])])
  const card: ReadCard = {
    name,
    prices: tier.prices,
    lines: lines.map((line) => cardLineOf(line, node, chrome.has(line) || line.isButton)),
  }
  return { tier, card, node, reading }
}

export function cardLineOf(line: PageLine, node: PageNode, isChrome: boolean): CardLine {
  const isListItem = isBulletIn(line, node)
  return {
    text: line.text || line.struck,
    isExcluded: isExcludedLine(line, node),
    isHeading: line.heading > 0 || (!isListItem && /:$/.test(line.text)),
    isListItem,
    isChrome: isChrome && !isListItem,
  }
}

const DULL =
  /(^|[^a-z])(disabled|excluded|not-included|unavailable|muted|inactive|no|off|cross|crossed|strike|line-through|opacity-(?:[3-5]0)|missing|negative)([^a-z]|$)/

function isExcludedLine(line: PageLine, node: PageNode): boolean {
  if (line.mark === 'no') return true
  if (!line.text && line.struck) return true
  if (/^[✗✘✕✖❌×]|^(—|–|-)$/.test(line.text)) return true
  if (line.mark === 'yes') return false
  const at = line.item && isBulletIn(line, node) ? line.item : null
  return (
    at !== null &&
    /(^|[^a-z])(disabled|excluded|not-included|unavailable|inactive|no|off|crossed|strike|missing|negative)([^a-z]|$)/.test(
      namesOf(at),
    ) &&
    DULL.test(namesOf(at))
  )
}
