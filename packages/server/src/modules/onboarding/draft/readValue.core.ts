import { nonNegativeQuantity, plainDecimal } from '@purser/contract'
import type { QuotaPeriod, ReadEntitlement } from '@purser/pricing-reader'
import { plainText, shorten } from './names.core.ts'

/** The value of a feature in a tier. */
export type FeatureValue =
  | { is: 'included' }
  | { is: 'unlimited' }
  | { is: 'number'; number: number; period: QuotaPeriod | null; isLimit?: boolean }
  | { is: 'text'; text: string }

/** The reader writes "unlimited" for the words of all languages. */
const UNLIMITED = /^(?:unlimited|infinite|∞)/i
const NUMBER = /^(\d{1,3}(?:[, '\u{a0}\u{202f}]\d{3})+|\d+)(\.\d+)?\+?$/u
const MAX_TEXT = 200

/** Interprets the value of an entitlement. Null if the value is zero or invalid. */
export function readValue({ value, period }: ReadEntitlement): FeatureValue | null {
  if (value === undefined) return { is: 'included' }
  if (value === Number.POSITIVE_INFINITY || value === -1) return { is: 'unlimited' }
  const number = numberOf(value)
  if (number !== null) {
    return number > 0 ? { is: 'number', number, period: period ?? null } : null
  }
  if (typeof value === 'number') return null
  const text = shorten(plainText(value), MAX_TEXT)
  if (UNLIMITED.test(text)) return { is: 'unlimited' }
  return text ? { is: 'text', text } : { is: 'included' }
}

/** A valid number, which may be written as text. */
function numberOf(value: number | string): number | null {
  const parts = typeof value === 'string' ? NUMBER.exec(value.trim()) : null
  const number = parts ? Number((parts[1] ?? '').replace(/\D/g, '') + (parts[2] ?? '')) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  return nonNegativeQuantity.safeParse(number).success ? number : null
}

/**
 * Multiplies without floating-point noise: 0.1 × 3 is 0.3. Null if the catalog cannot hold the
 * result.
 */
export function multiplyExactly(number: number, factor: number): number | null {
  const product = Number((number * factor).toPrecision(15))
  return product > 0 && numberOf(plainDecimal(product)) !== null ? product : null
}
