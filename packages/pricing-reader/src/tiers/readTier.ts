import type { CardLine, ReadCard } from '../lines/CardLine.ts'
import type { ReadTier } from '../offer.ts'
import { intervalInNames } from '../page/intervalInNames.ts'
import { EXCLUDED_NAMES } from '../page/markupNames.ts'
import { isBulletIn, linesIn, type PageLine } from '../page/PageLine.ts'
import { namesOf, type PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import { isFeatureSpan } from '../page/renderLines.ts'
import {
  beginsWithFree,
  isPlaceholder,
  saysContact,
  saysFree,
  saysPopular,
} from '../price/priceWords.ts'
import { type PriceLine, type PriceReading, readPrices } from '../price/readPrices.ts'
import { CONFIDENCE, COUNT, EVIDENCE, LENGTH, NEAR } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'
import { findName } from './findName.ts'

const FREE_NAME_EXTRA = new RegExp(
  anyOf(({ freeNameExtra }) => freeNameExtra),
  'gi',
)
const PERSON = new RegExp(
  anyOf(({ seatUnit }) => seatUnit),
  'iu',
)

/** A tier without its features, and its card. */
export interface FoundTier {
  tier: ReadTier
  card: ReadCard
  node: PageNode
}

/** A card with its tier, whose features are not read yet. */
export interface CardReading {
  tier: ReadTier
  card: ReadCard
  node: PageNode
  reading: PriceReading
}

/**
 * Reads the name, the price and the flags of a card. Returns null without a name, or without a
 * price unless the card is a sibling of priced cards.
 */
export function readTier(node: PageNode, page: PageModel, isSibling = false): CardReading | null {
  const lines = linesIn(page, node).filter((line) => !line.isHidden)
  const found = findName(node, lines, page.hints)
  if (!found) return null
  const { line: nameLine, name } = found
  const plain = lines.filter(
    (line) =>
      !isBulletIn(line, node) &&
      (line !== nameLine || nameLine.text.length > name.length + COUNT.extraNameLetters),
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
  // A sibling has no price line, so an amount in it is about something else.
  if (isSibling) reading.prices = reading.prices.filter(({ amountMinor }) => amountMinor === 0)
  const used = new Set(zone.filter((_, index) => reading.used.has(index)))
  const popular = lines.find((line) => saysPopular(line.text))
  const button = plain.find(({ isButton }) => isButton)
  const hasPrice = reading.prices.some(({ amountMinor }) => amountMinor > 0)
  const contact = plain.find(({ text, isButton }) => saysContact(text) && (isButton || !hasPrice))
  const blank = plain.find(({ text }) => isPlaceholder(text))
  const free = saysFree(name.replace(FREE_NAME_EXTRA, ''))
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
      confidence: CONFIDENCE.loose,
    })
  }
  const isContact = !hasPrice && !reading.isFree && (reading.isOnRequest || contact !== undefined)
  if (reading.prices.length === 0 && !isContact && !blank && !isSibling) return null
  const texts = [nameLine, ...used, ...(isContact && contact ? [contact] : [])].map(
    ({ text }) => text,
  )
  const tier: ReadTier = {
    name,
    prices: reading.prices,
    entitlements: [],
    excluded: [],
    overage: [],
    evidence: [...new Set(texts)].join(' · ').slice(0, EVIDENCE.object),
    confidence: nameLine.heading > 0 ? CONFIDENCE.sure : CONFIDENCE.likely,
  }
  if (reading.perSeat && hasPrice) tier.perSeat = true
  if (reading.isFree) tier.isFree = true
  if (isContact) tier.contactSales = true
  if (popular) tier.isPopular = true
  const trialDays = hasPrice ? findTrial(lines.map(({ text }) => text)) : null
  if (trialDays !== null) tier.trialDays = trialDays
  if (reading.setupFeeMinor !== undefined) tier.setupFeeMinor = reading.setupFeeMinor
  if (button && button.text.length <= LENGTH.ctaLabel) tier.ctaLabel = button.text
  if (reading.prices.length === 0 && !isContact) tier.priceUnreadable = true
  if (tier.priceUnreadable && blank && PERSON.test(blank.text)) tier.perSeat = true
  const chrome = new Set<PageLine>([nameLine, ...used, ...(popular ? [popular] : [])])
  const card: ReadCard = {
    name,
    prices: tier.prices,
    lines: lines.map((line) => toCardLine(line, node, chrome.has(line) || line.isButton)),
  }
  return { tier, card, node, reading }
}

export function toCardLine(line: PageLine, node: PageNode, isChrome: boolean): CardLine {
  const isListItem =
    isBulletIn(line, node) ||
    line.mark !== null ||
    isFeatureSpan(line.block) ||
    isRepeated(line, node)
  return {
    text: line.text || line.struck,
    isExcluded: isExcludedLine(line, node),
    isHeading: line.heading > 0 || (!isListItem && /:$/.test(line.text)),
    ...(line.heading > 0 ? { level: line.heading } : {}),
    isListItem,
    isChrome: isChrome && !isBulletIn(line, node),
  }
}

/** Returns true for one of several similar elements in a row, which are bullets without a list. */
function isRepeated({ block, heading, isButton }: PageLine, card: PageNode): boolean {
  if (heading > 0 || isButton) return false
  for (const at of [block, block.parent]) {
    if (!at?.parent || at === card || at.order <= card.order) return false
    if (at.alike >= COUNT.repeated && at.alike <= COUNT.maxRepeated) return true
  }
  return false
}

function isExcludedLine(line: PageLine, node: PageNode): boolean {
  if (line.mark === 'no' || (!line.text && line.struck !== '')) return true
  if (/^(—|–|-)$/.test(line.text)) return true
  if (line.mark === 'yes') return false
  const at = isBulletIn(line, node) ? line.item : line.block
  return at !== null && at !== node && EXCLUDED_NAMES.test(namesOf(at))
}

/** A line of a card, with the interval that the elements around it are named after. */
export function priceLineOf({ text, block }: PageLine, card: PageNode): PriceLine {
  const period = periodOf(block, card)
  return period ? { text, period } : { text }
}

/** The interval in the names of an element or of its ancestors in the card. */
function periodOf(block: PageNode, card: PageNode): 'month' | 'year' | undefined {
  let above = 0
  for (let at: PageNode | null = block; at && above <= NEAR.panel; at = at.parent) {
    if (at.order <= card.order) above++
    const period = intervalInNames(at)
    if (period) return period
  }
  return undefined
}

const DAYS = String.raw`(\d{1,3})[\s-]?${anyOf(({ trialDays }) => trialDays)}`
const FREE = anyOf(({ trial }) => trial)
const AHEAD = new RegExp(`(?<![\\d.,])${DAYS}.{0,${NEAR.trial}}?${FREE}`, 'iu')
const BEHIND = new RegExp(`${FREE}.{0,${NEAR.trial}}?(?<![\\d.,])${DAYS}`, 'iu')
const OTHER = new RegExp(
  anyOf(({ moneyBack }) => moneyBack),
  'iu',
)

/** The length of a free trial: "Start 14-day free trial". */
export function findTrial(lines: readonly string[]): number | null {
  for (const line of lines) {
    if (line.length > LENGTH.trialLine || OTHER.test(line)) continue
    const days = Number((AHEAD.exec(line) ?? BEHIND.exec(line))?.[1])
    if (days > 0 && days <= COUNT.trialDays) return days
  }
  return null
}
