import type { QuotaPeriod, ReadEntitlement } from '../offer.ts'
import { wordPattern } from '../words/composeWords.ts'
import { isCreditUnit } from '../words/creditUnit.ts'
import { featureName } from './featureName.ts'
import { findUnlimited } from './quantities/findCounts.ts'
import { readQuantity } from './quantities/readQuantity.ts'
import { splitLine } from './splitLine.ts'

/** Reads the features in a line that is known to name some. */
export function readFeatureLine(
  text: string,
  evidence: string,
  confidence: number,
): ReadEntitlement[] {
  return splitLine(text).flatMap((part) => readPart(part, evidence, confidence))
}

function readPart(text: string, evidence: string, confidence: number): ReadEntitlement[] {
  const quantity = readQuantity(text)
  if (quantity !== undefined && /\p{L}/u.test(quantity.feature)) {
    const { feature, value, period } = quantity
    const type = quotaType(feature, period)
    return [
      { feature, type, value, ...(period === undefined ? {} : { period }), evidence, confidence },
    ]
  }
  const feature = featureName(text)
  const unlimited = findUnlimited(feature)
  if (unlimited !== undefined && unlimited.end - unlimited.start === feature.length) return []
  if (!/\p{L}{2}|\p{Script=Han}/u.test(feature)) return []
  return [{ feature, type: 'boolean', evidence, confidence }]
}

/** Things that are used up, whether or not the page states a period. */
const CONSUMED = wordPattern(({ consumed }) => consumed)
const STOCK = wordPattern(({ stock }) => stock)

/**
 * Returns `metered` for a quota that resets or is used up, `credit` for credits, and `config` for a
 * limit on things that exist at the same time.
 */
export function quotaType(
  feature: string,
  period: QuotaPeriod | undefined,
): 'metered' | 'credit' | 'config' {
  if (isCreditUnit(feature)) return 'credit'
  if (period !== undefined && period !== 'lifetime' && period !== 'one_time') return 'metered'
  if (STOCK.test(feature)) return 'config'
  return CONSUMED.test(feature) ? 'metered' : 'config'
}
