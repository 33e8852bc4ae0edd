import type { ReadEntitlement } from '../offer.ts'
import { featureName } from './featureName.ts'
import { findUnlimited } from './findUnlimited.ts'
import { quotaType } from './quotaType.ts'
import { readQuantity } from './readQuantity.ts'
import { splitLine } from './splitLine.ts'

/** Reads what a line of a card grants, once it is known to be a line that grants something. */
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
