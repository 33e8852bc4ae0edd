import { readCardLines } from './lines/readCardLines.ts'
import type { Offer } from './offer.ts'
import { findProduct } from './page/findProduct.ts'
import type { PageModel } from './page/PageModel.ts'
import { parsePage } from './page/parsePage.ts'
import { renderLines } from './page/renderLines.ts'
import { findCards } from './tiers/findCards.ts'
import { isExplanation, judgeGroup } from './tiers/judgeGroup.ts'
import { type CardReading, readTier } from './tiers/readTier.ts'

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
  const readings: CardReading[] = []
  for (const { parent, cards } of findCards(model, page.body)) {
    const read = cards.flatMap((node) => readTier(node, model) ?? []).filter(({tier}) => !isExplanation(tier.name))
    const kind = judgeGroup(parent, read, model)
    if (process.env['E1DEBUG'])
      console.error(
        kind,
        read.map((r) => r.tier.name),
      )
    if (kind === 'tiers') readings.push(...read)
    for (const { reading } of read) offer.currency ??= reading.currency
  }
  readings.sort((a, b) => a.node.order - b.node.order)
  const names = new Set<string>()
  for (const { tier, card } of readings) {
    const key = tier.name.toLowerCase()
    if (names.has(key)) continue
    names.add(key)
    offer.tiers.push({ ...tier, ...readCardLines(card) })
    if (tier.priceUnreadable) offer.missed.push(`The price of ${tier.name} is not in the page.`)
  }
  if (offer.tiers.length === 0) offer.missed.push('No plans with prices were found in the page.')
  return offer
}
