import { readCardLines } from './includes/readCardLines.ts'
import type { Offer, ReadTier } from './offer.ts'
import { readPrices } from './price/readPrices.ts'
import { CONFIDENCE, LENGTH } from './thresholds.ts'

/**
 * A model's reading of a page: the names of its plans, and the lines that state prices and features.
 * The model only points at text. The rules of this package interpret it.
 */
export interface ModelReading {
  tiers: ModelTier[]
}

interface ModelTier {
  name: string
  prices: string[]
  features: string[]
}

/**
 * Adds to an offer the plans, prices and features that a model pointed at and the rules had missed.
 * Text that does not occur on the page is dropped, and the rules read every number, so the model
 * cannot invent anything. Nothing that the rules had already read changes.
 */
export function mergeModelReading(offer: Offer, reading: ModelReading, page: string): Offer {
  const words = plain(page)
  const stands = (text: string) => plain(text) !== '' && words.includes(plain(text))
  const tiers = [...offer.tiers]
  let { currency } = offer
  for (const { name, prices, features } of reading.tiers) {
    if (!stands(name) || name.length > LENGTH.planName) continue
    const pointed = { name, prices: prices.filter(stands), features: features.filter(stands) }
    const at = tiers.findIndex((tier) => plain(tier.name) === plain(name))
    const existing = tiers[at]
    if (existing) tiers[at] = complete(existing, pointed, offer)
    else {
      const { tier, found } = readNew(pointed, offer)
      if (tier) tiers.push(tier)
      if (tier) currency ??= found
    }
  }
  return { ...offer, currency, tiers }
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

const unsure = <T extends { confidence: number }>(items: readonly T[]): T[] =>
  items.map((item) => ({ ...item, confidence: Math.min(item.confidence, CONFIDENCE.model) }))

/** Fills the gaps of a tier: prices if it has none, and features if it has none. */
function complete(tier: ReadTier, pointed: ModelTier, offer: Offer): ReadTier {
  const lacksPrice = tier.prices.length === 0 && !tier.isFree && !tier.contactSales
  const lacksFeatures = tier.entitlements.length === 0 && !tier.inherits
  const read = readPointed(pointed, offer)
  const filled = { ...tier }
  if (lacksPrice && read.prices.length > 0) {
    filled.prices = unsure(read.prices)
    delete filled.priceUnreadable
  }
  if (lacksFeatures) filled.entitlements = unsure(read.includes.entitlements)
  return filled
}

/**
 * Reads a tier that only the model found. Without a price it is dropped, because it may not be a
 * tier.
 */
function readNew(
  pointed: ModelTier,
  offer: Offer,
): { tier: ReadTier | null; found: string | null } {
  const { prices, includes, isFree, perSeat, currency } = readPointed(pointed, offer)
  if (prices.length === 0 || (offer.currency && currency && offer.currency !== currency)) {
    return { tier: null, found: null }
  }
  const tier: ReadTier = {
    ...includes,
    name: pointed.name,
    prices: unsure(prices),
    entitlements: unsure(includes.entitlements),
    ...(isFree && { isFree }),
    ...(perSeat && { perSeat }),
    confidence: CONFIDENCE.model,
    evidence: [pointed.name, ...pointed.prices].join(' · '),
  }
  return { tier, found: currency }
}

function readPointed({ name, prices, features }: ModelTier, offer: Offer) {
  const hints = { lang: '', ...(offer.currency && { currency: offer.currency }) }
  const reading = readPrices(
    prices.map((text) => ({ text })),
    hints,
  )
  const lines = features.map((text) => ({
    text,
    isExcluded: false,
    isHeading: false,
    isListItem: true,
    isChrome: false,
  }))
  const includes = readCardLines(
    { name, lines, prices: [] },
    {
      current: name,
      names: offer.tiers.map((tier) => tier.name),
      isGrantedElsewhere: () => false,
      hints,
    },
  )
  return { ...reading, includes }
}
