import { readPageRest } from './extras/readPageRest.ts'
import { readIncludes } from './includes/readIncludes.ts'
import type { Offer } from './offer.ts'
import { type ParsedPage, parsePage } from './page/html/parsePage.ts'
import { readModel } from './page/readModel.ts'
import { renderLines } from './page/renderLines.ts'
import { BOUND } from './thresholds.ts'
import { findOffers } from './tiers/findOffers.ts'
import { listUnreadParts } from './tiers/listUnreadParts.ts'
import { addOtherPrices } from './tiers/otherPrices/addOtherPrices.ts'

export interface PageReading {
  offer: Offer
  /** The visible text, one line of the page per line. Empty if the page could not be parsed. */
  text: string
}

/** Reads everything that a pricing page offers. Accepts any input and never throws. */
export function readPricingPage(html: string): PageReading {
  const page = parsePage(html)
  if (!page) return { offer: UNPARSED, text: '' }
  // The text comes first, because reading the offer rearranges the page.
  const text = visibleText(page)
  return { offer: readOffer(page), text }
}

const UNPARSED: Offer = {
  product: null,
  currency: null,
  tiers: [],
  addons: [],
  creditPackages: [],
  usagePrices: [],
  missed: ['The page could not be read because its HTML is too large or too deeply nested.'],
}

const visibleText = (page: ParsedPage): string =>
  renderLines(page.body)
    .filter(({ isHidden }) => !isHidden)
    .map(({ text }) => text)
    .join('\n')
    .slice(0, BOUND.modelText)

function readOffer(page: ParsedPage): Offer {
  const model = readModel(page)
  const { foundTiers, rest, currency, isIntervalAssumed, hidden } = findOffers(model, page.body)
  if (currency) addOtherPrices(foundTiers, currency, page, model, hidden)
  const includes = readIncludes(foundTiers, rest.lines, model.hints)
  const tiers = foundTiers.map(({ tier }, index) => ({ ...tier, ...includes[index] }))
  const others = readPageRest(rest, model.hints)
  const sellsOther = Object.values(others).some(({ length }) => length > 0)
  return {
    product: model.product,
    currency,
    tiers,
    ...others,
    missed: listUnreadParts(foundTiers, isIntervalAssumed, sellsOther, model),
  }
}
