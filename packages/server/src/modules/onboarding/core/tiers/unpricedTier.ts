import type { ReadTier } from '../offer.ts'
import { saysFree } from '../price/priceWords.ts'

/** A tier of which the page tells no price, and only its name whether it is free. */
export function unpricedTier(name: string, section: string): ReadTier {
  const evidence = [section, name].filter(Boolean).join(' · ')
  const confidence = 0.6
  const isFree = saysFree(name)
  return {
    name,
    prices: isFree ? [{ interval: 'month', amountMinor: 0, evidence, confidence }] : [],
    entitlements: [],
    excluded: [],
    overage: [],
    evidence,
    confidence,
    ...(isFree ? { isFree } : { priceUnreadable: true }),
  }
}
