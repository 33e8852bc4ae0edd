import type { ReadTier } from '../offer.ts'
import { saysFree } from '../price/priceWords.ts'
import { CONFIDENCE } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'

const PLAN_NAME = new RegExp(`^${anyOf(({ planName }) => planName)}$`, 'i')

/** Returns true for typical names of plans. */
export const isPlanName = (text: string): boolean => PLAN_NAME.test(text)

/** A tier without a price on the page. Its name may still say that it is free. */
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
