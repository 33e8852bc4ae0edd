import type { ParsedPage } from '../../page/html/parsePage.ts'
import { TAGGED_MONTH, TAGGED_YEAR } from '../../page/markupNames.ts'
import { toMinor } from '../../price/findAmounts.ts'
import { BOUND } from '../../thresholds.ts'
import { sameName } from '../../words/tierNames.ts'
import type { OtherPrice } from './addPrices.ts'

/** An offer in the structured data for search engines. */
export interface TaggedOffer {
  name: string
  price: string
  currency: string | null
  period: 'month' | 'year' | null
}

/** The offers in JSON-LD that have a name and a price. */
export function readJsonLd({ scripts }: ParsedPage): TaggedOffer[] {
  const found: TaggedOffer[] = []
  for (const { type, text } of scripts) {
    if (type !== 'application/ld+json') continue
    const waiting: unknown[] = [parse(text)]
    for (let count = 0; waiting.length > 0 && count < BOUND.jsonLdEntries; count++) {
      const value = waiting.pop()
      if (Array.isArray(value)) waiting.push(...value.slice(0, BOUND.jsonLdEntries))
      else if (isRecord(value)) {
        const offer = offerOf(value)
        if (offer) found.push(offer)
        waiting.push(...Object.values(value))
      }
    }
  }
  return found
}

/** The prices of a tier in JSON-LD. */
export const taggedPrices = (
  name: string,
  currency: string,
  offers: readonly TaggedOffer[],
): OtherPrice[] =>
  offers
    .filter((offer) => sameName(offer.name, name) && (offer.currency ?? currency) === currency)
    .flatMap(({ price, period, name: called }) => {
      const amountMinor = toMinor(price, currency)
      if (amountMinor === null || amountMinor === 0) return []
      const evidence = `Offer "${called}": price ${price}`
      return [{ period: period ?? 'month', amountMinor, evidence, source: 'jsonld' }]
    })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function offerOf(entry: Record<string, unknown>): TaggedOffer | null {
  const { '@type': type, name, price, priceCurrency } = entry
  if (type !== 'Offer' || typeof name !== 'string') return null
  const written = typeof price === 'number' ? String(price) : price
  if (typeof written !== 'string' || !/^\d+(\.\d+)?$/.test(written)) return null
  const about = JSON.stringify(entry).toLowerCase()
  const isYear = TAGGED_YEAR.test(about)
  const isMonth = TAGGED_MONTH.test(about)
  return {
    name,
    price: written,
    currency: typeof priceCurrency === 'string' ? priceCurrency.toLowerCase() : null,
    period: isYear === isMonth ? null : isYear ? 'year' : 'month',
  }
}
