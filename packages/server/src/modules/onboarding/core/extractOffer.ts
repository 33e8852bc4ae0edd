import { readCardLines } from './lines/readCardLines.ts'
import type { Offer } from './offer.ts'
import { findProduct } from './page/findProduct.ts'
import type { PageModel } from './page/PageModel.ts'
import { parsePage } from './page/parsePage.ts'
import { renderLines } from './page/renderLines.ts'
import { findCards } from './tiers/findCards.ts'
import { readTier } from './tiers/readTier.ts'

/** Reads what a pricing page offers. Whatever it is given, it answers and never throws. */
export function extractOffer(html: string): Offer {
  const offer: Offer = {
    product: null,
    currency: null,
    tiers: [],
    addons: [],
    creditPackages: [],
    usagePrices: [],
    missed: [],
  }
  const page = parsePage(html)
  if (!page) {
    offer.missed.push('The page is built in a way that could not be read.')
    return offer
  }
  offer.product = findProduct(page)
  const model: PageModel = { lines: renderLines(page.body), hints: { lang: page.lang } }
  const readings = findCards(model, page.body)
    .flatMap(({ cards }) => cards)
    .sort((a, b) => a.order - b.order)
    .flatMap((node) => readTier(node, model) ?? [])
  const names = new Set<string>()
  for (const { tier, card, reading } of readings) {
    const key = tier.name.toLowerCase()
    if (names.has(key)) continue
    names.add(key)
    offer.currency ??= reading.currency
    offer.tiers.push({ ...tier, ...readCardLines(card) })
    if (tier.priceUnreadable) offer.missed.push(`The price of ${tier.name} is not in the page.`)
  }
  if (offer.tiers.length === 0) offer.missed.push('No plans with prices were found in the page.')
  return offer
}
