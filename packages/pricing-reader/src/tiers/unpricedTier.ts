import type { ReadTier } from '../offer.ts'
import { saysFree } from '../price/priceWords.ts'
import { CONFIDENCE } from '../thresholds.ts'

const PLAN_NAME =
  /^(?:free|basic|starter|lite|standard|plus|pro|professional|premium|business|team|growth|scale|enterprise|ultimate)(?: (?:plan|edition))?$/i

/** Whether words are what plans are called when nothing else tells that they are some. */
export const isPlanName = (text: string): boolean => PLAN_NAME.test(text)

/** A tier of which the page tells no price, and only its name whether it is free. */
export function unpricedTier(name: string, section: string): ReadTier {
  const evidence = [section, name].filter(Boolean).join(' · ')
  const confidence = CONFIDENCE.assumed
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
