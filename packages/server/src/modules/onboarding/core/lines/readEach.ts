import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { plainLine } from './plainLine.ts'
import { readQuantity } from './readQuantity.ts'

const EACH =
  /^(?:\+|then|plus|extra|additional|overage|danach|puis|luego|depois)?[\s:]*(?:at\s+)?(\S+(?:\s\S+)?)\s+(?:each|per extra|extra|je|chacune?|cada uno|cada)\.?$/iu

/** "+ 0.0002 each" below "50,000 calls": what one more costs of what was counted there. Without a sign it is a fraction. */
export function readEach(
  line: string,
  before: string,
  hints: MoneyHints,
): ReadUnitPrice | undefined {
  const text = line.trim()
  const told = text.length > 60 ? undefined : EACH.exec(text)?.[1]
  if (told === undefined) return undefined
  const unit = readQuantity(plainLine(before))?.feature
  if (unit === undefined) return undefined
  const [amount] = findAmounts(told, hints)
  const isWhole = amount !== undefined && amount.end - amount.start === told.length
  const bare = /^\+/u.test(text) && /^0\.\d+$/u.test(told) ? told : undefined
  const value = isWhole ? amount.value : bare
  if (value === undefined) return undefined
  return { unit, amount: value, per: 1, evidence: `${before} ${line}`, confidence: 0.75 }
}
