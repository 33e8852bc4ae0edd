import type { ReadTier } from '../offer.ts'
import { isBulletIn, linesIn } from '../page/linesIn.ts'
import type { PageModel } from '../page/PageModel.ts'
import { namesOf, type PageNode } from '../page/PageNode.ts'
import { isListed, type PageLine } from '../page/renderLines.ts'
import {
  beginsWithFree,
  isPlaceholder,
  saysContact,
  saysFree,
  saysPopular,
} from '../price/priceWords.ts'
import { type PriceReading, readPrices } from '../price/readPrices.ts'
import { findName } from './findName.ts'
import { findTrial } from './findTrial.ts'
import { priceLineOf } from './priceLineOf.ts'
import type { CardLine, ReadCard } from './ReadCard.ts'

/** A card as read: the tier but for what it includes, and the lines that tell this. */
export interface CardReading {
  tier: ReadTier
  card: ReadCard
  node: PageNode
  reading: PriceReading
}

/**
 * Reads the name, the price and the flags of a card; null when it has no name, or tells no price and
 * does not stand beside cards that do.
 */
export function readTier(node: PageNode, page: PageModel, isSibling = false): CardReading | null {
  const lines = linesIn(page, node).filter((line) => !line.isHidden)
  const found = findName(node, lines, page.hints)
  if (!found) return null
  const { line: nameLine, name } = found
  const plain = lines.filter(
    (line) =>
      !isBulletIn(line, node) && (line !== nameLine || nameLine.text.length > name.length + 3),
  )
  const priceZone = plain.filter(({ isButton }) => !isButton)
  let reading = readPrices(
    priceZone.map((line) => priceLineOf(line, node)),
    page.hints,
  )
  let zone = priceZone
  if (reading.prices.length === 0 && !reading.isOnRequest) {
    const withButtons = readPrices(
      plain.map((line) => priceLineOf(line, node)),
      page.hints,
    )
    if (withButtons.prices.length > 0) {
      reading = withButtons
      zone = plain
    }
  }
  // What names a sum and has no price's place tells of something else.
  if (isSibling) reading.prices = reading.prices.filter(({ amountMinor }) => amountMinor === 0)
  const used = new Set(zone.filter((_, index) => reading.used.has(index)))
  const popular = lines.find((line) => saysPopular(line.text))
  const button = plain.find(({ isButton }) => isButton)
  const hasPrice = reading.prices.some(({ amountMinor }) => amountMinor > 0)
  const contact = plain.find(({ text, isButton }) => saysContact(text) && (isButton || !hasPrice))
  const blank = plain.find(({ text }) => isPlaceholder(text))
  const free = saysFree(name.replace(/^start | (?:account|tier|version|edition|membership)$/gi, ''))
    ? nameLine
    : isSibling
      ? plain.find(({ text, isButton }) => !isButton && beginsWithFree(text))
      : undefined
  if (reading.prices.length === 0 && !contact && !blank && free) {
    reading.isFree = true
    reading.prices.push({
      interval: 'month',
      amountMinor: 0,
      evidence: free.text,
      confidence: 0.7,
    })
  }
  const isContact = !hasPrice && !reading.isFree && (reading.isOnRequest || contact !== undefined)
  if (reading.prices.length === 0 && !isContact && !blank && !isSibling) return null
  const told = [nameLine, ...used, ...(isContact && contact ? [contact] : [])].map(
    ({ text }) => text,
  )
  const tier: ReadTier = {
    name,
    prices: reading.prices,
    entitlements: [],
    excluded: [],
    overage: [],
    evidence: [...new Set(told)].join(' · ').slice(0, 300),
    confidence: nameLine.heading > 0 ? 0.95 : 0.8,
  }
  if (reading.perSeat && hasPrice) tier.perSeat = true
  if (reading.isFree) tier.isFree = true
  if (isContact) tier.contactSales = true
  if (popular) tier.isPopular = true
  const trialDays = hasPrice ? findTrial(lines.map(({ text }) => text)) : null
  if (trialDays !== null) tier.trialDays = trialDays
  if (reading.setupFeeMinor !== undefined) tier.setupFeeMinor = reading.setupFeeMinor
  if (button && button.text.length <= 40) tier.ctaLabel = button.text
  if (reading.prices.length === 0 && !isContact) tier.priceUnreadable = true
  if (tier.priceUnreadable && blank && /user|seat|member|person/i.test(blank.text))
    tier.perSeat = true
  const chrome = new Set<PageLine>([nameLine, ...used, ...(popular ? [popular] : [])])
  const card: ReadCard = {
    name,
    prices: tier.prices,
    lines: lines.map((line) => cardLineOf(line, node, chrome.has(line) || line.isButton)),
  }
  return { tier, card, node, reading }
}

export function cardLineOf(line: PageLine, node: PageNode, isChrome: boolean): CardLine {
  const isListItem =
    isBulletIn(line, node) || line.mark !== null || isListed(line.block) || isRepeated(line, node)
  return {
    text: line.text || line.struck,
    isExcluded: isExcludedLine(line, node),
    isHeading: line.heading > 0 || (!isListItem && /:$/.test(line.text)),
    ...(line.heading > 0 ? { level: line.heading } : {}),
    isListItem,
    isChrome: isChrome && !isBulletIn(line, node),
  }
}

const OFF =
  /(^|[^a-z])(disabled|excluded|not-included|unavailable|inactive|no|off|crossed|strike|missing|negative|lock|locked|dim|dimmed)([^a-z]|$)/
const MIN_REPEATED = 3
const MAX_REPEATED = 60

/** Bullets that are no list: several elements alike, one after the other. */
function isRepeated({ block, heading, isButton }: PageLine, card: PageNode): boolean {
  if (heading > 0 || isButton) return false
  for (const at of [block, block.parent]) {
    if (!at?.parent || at === card || at.order <= card.order) return false
    if (at.alike >= MIN_REPEATED && at.alike <= MAX_REPEATED) return true
  }
  return false
}

function isExcludedLine(line: PageLine, node: PageNode): boolean {
  if (line.mark === 'no' || (!line.text && line.struck !== '')) return true
  if (/^(—|–|-)$/.test(line.text)) return true
  if (line.mark === 'yes') return false
  const at = isBulletIn(line, node) ? line.item : line.block
  return at !== null && at !== node && OFF.test(namesOf(at))
}
