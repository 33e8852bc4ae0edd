import type { Offer, ReadPrice } from '../../packages/pricing-reader/src/offer.ts'

/** Converts an offer to the format of the scorer. */
export function toPrediction(offer: Offer): object {
  return {
    product: offer.product,
    currency: offer.currency,
    tiers: offer.tiers.map(({ prices, ...tier }) => ({ ...tier, prices: prices.map(priceOf) })),
    addons: offer.addons.map(({ prices, ...addon }) => ({ ...addon, prices: prices.map(priceOf) })),
    creditPackages: offer.creditPackages,
    usagePrices: offer.usagePrices,
    missed: offer.missed,
  }
}

function priceOf({ isFrom, printed, ...price }: ReadPrice): object {
  return { ...price, ...(isFrom ? { from: true } : {}), ...(printed ? { equiv: [printed] } : {}) }
}
