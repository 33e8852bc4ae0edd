import { readIncludes } from './lines/readIncludes.ts'
import { readPageRest } from './lines/readPageRest.ts'
import type { Offer } from './offer.ts'
import { type Page, parsePage } from './page/parsePage.ts'
import { readModel } from './page/readModel.ts'
import { addOtherPrices } from './tiers/addOtherPrices.ts'
import { findOffers } from './tiers/findOffers.ts'
import { tellMissed } from './tiers/tellMissed.ts'

/** Reads what a pricing page offers. Whatever it is given, it answers and never throws. */
export function extractOffer(html: string): Offer {
  const page = parsePage(html)
  if (page) return readPage(page)
  const missed = [
    'The page is nested in a way that no page for people is, so that it was not read.',
  ]
  return {
    product: null,
    currency: null,
    tiers: [],
    addons: [],
    creditPackages: [],
    usagePrices: [],
    missed,
  }
}

function readPage(page: Page): Offer {
  const model = readModel(page)
  const { offered, rest, currency, isIntervalAssumed, hidden } = findOffers(model, page.body)
  if (currency) addOtherPrices(offered, currency, page, model, hidden)
  const includes = readIncludes(offered, rest.lines, model.hints)
  const tiers = offered.map(({ tier }, index) => ({ ...tier, ...includes[index] }))
  const others = readPageRest(rest, model.hints)
  const sellsOther = Object.values(others).some(({ length }) => length > 0)
  return {
    product: model.product,
    currency,
    tiers,
    ...others,
    missed: tellMissed(offered, isIntervalAssumed, sellsOther, model),
  }
}
