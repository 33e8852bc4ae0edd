import { plainDecimal } from '@purser/contract'

/**
 * An exact decimal: `units` billionths. Credits and unit prices carry at most nine decimals below
 * the minor unit, so every amount of the product is a whole number of billionths and sums are
 * exact. Only multiplication and division can leave more, and they say how they round.
 */
export interface Amount {
  readonly units: bigint
}

const DECIMALS = 9
const SCALE = 10n ** BigInt(DECIMALS)

const of = (units: bigint): Amount => ({ units })

export const ZERO: Amount = of(0n)
export const ONE: Amount = of(SCALE)

/** The whole minor units of a share of an amount, rounded half-even once; `whole` is positive. */
export const shareInMinorUnits = ({ units }: Amount, part: bigint, whole: bigint): bigint =>
  divideHalfEven(units * part, SCALE * whole)

/** Reads a plain decimal such as `-12.5`; anything else, or a tenth decimal, is a caller's mistake. */
export function parseAmount(decimal: string | number): Amount {
  if (typeof decimal === 'number' && Number.isSafeInteger(decimal))
    return of(BigInt(decimal) * SCALE)
  // JavaScript prints small and large numbers with an exponent; an amount never has one.
  const text = typeof decimal === 'number' ? plainDecimal(decimal) : decimal
  const match = /^(-?)(\d+)(?:\.(\d{1,9})0*)?$/.exec(text)
  if (!match) throw new RangeError(`not an amount: ${decimal}`)
  const units = BigInt(match[2] ?? 0) * SCALE + BigInt((match[3] ?? '').padEnd(DECIMALS, '0'))
  return of(match[1] ? -units : units)
}

const STORED_ZERO = `0.${'0'.repeat(DECIMALS)}`

/** Reads an amount as the database prints one, always with nine decimals: several times as fast. */
export const parseStored = (text: string): Amount =>
  text === STORED_ZERO ? ZERO : of(BigInt(text.slice(0, -DECIMALS - 1) + text.slice(-DECIMALS)))

export const add = (a: Amount, b: Amount): Amount => of(a.units + b.units)

export const sum = (amounts: Iterable<Amount>): Amount => {
  let units = 0n
  for (const amount of amounts) units += amount.units
  return of(units)
}

export const subtract = (a: Amount, b: Amount): Amount => of(a.units - b.units)

export const compare = (a: Amount, b: Amount): -1 | 0 | 1 =>
  a.units < b.units ? -1 : a.units > b.units ? 1 : 0

export const isZero = (a: Amount): boolean => a.units === 0n

export const least = (a: Amount, b: Amount): Amount => (compare(a, b) <= 0 ? a : b)

/** Product, rounded half-even to nine decimals (exact whenever the product has no more). */
export const multiply = (a: Amount, b: Amount): Amount =>
  of(divideHalfEven(a.units * b.units, SCALE))

/** Quotient, rounded half-even to nine decimals. */
export const divide = (a: Amount, b: Amount): Amount =>
  of(
    b.units < 0n
      ? divideHalfEven(-a.units * SCALE, -b.units)
      : divideHalfEven(a.units * SCALE, b.units),
  )

/** Whole packages needed to hold `a` units, `size` to a package. */
export const packagesOf = (a: Amount, size: Amount): Amount => {
  const whole = a.units / size.units
  return of((a.units % size.units > 0n ? whole + 1n : whole) * SCALE)
}

/** Rounds half-even to whole minor units: done once, per invoice line. */
export const roundToMinorUnit = (a: Amount): Amount => of(divideHalfEven(a.units, SCALE) * SCALE)

/** The whole number nearest to a fraction, half-even; the divisor is positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const remainder = dividend % divisor
  const twice = 2n * (remainder < 0n ? -remainder : remainder)
  const up = twice > divisor || (twice === divisor && quotient % 2n !== 0n)
  return up ? quotient + (dividend < 0n ? -1n : 1n) : quotient
}

/** Shortest plain decimal: `12.5`, never `12.500000000` or `-0`. */
export function formatAmount({ units }: Amount): string {
  // Nearly every amount is whole, and a division is faster than the cutting below.
  if (units % SCALE === 0n) return String(units / SCALE)
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction ? `.${fraction}` : ''}`
}

/** The JSON number of an amount; refuses one that a JSON number would not carry exactly. */
export function toJsonNumber(amount: Amount): number {
  const value = Number(formatAmount(amount))
  if (compare(parseAmount(value), amount) !== 0) {
    throw new RangeError(`${formatAmount(amount)} is not an exact JSON number`)
  }
  return value
}

/**
 * The JSON number nearest to an amount, for what is shown. A sum of exact numbers may need more
 * digits than a double has; where every digit counts, the amount is shown as a string.
 */
export const toNearestNumber = (amount: Amount): number => Number(formatAmount(amount))
