import { plainDecimal } from '@purser/contract'

/**
 * An exact decimal, counted in billionths. Credits and unit prices have at most nine decimals below
 * the minor unit, so every amount is a whole number of billionths and sums are exact. Only
 * multiplication and division can produce more decimals; each documents how it rounds.
 */
export interface Amount {
  readonly units: bigint
}

const DECIMALS = 9
const SCALE = 10n ** BigInt(DECIMALS)

const of = (units: bigint): Amount => ({ units })

export const ZERO: Amount = of(0n)
export const ONE: Amount = of(SCALE)

/**
 * Computes `part / whole` of an amount in whole minor units, rounded half-even once. `whole` must
 * be positive.
 */
export const shareInMinorUnits = ({ units }: Amount, part: bigint, whole: bigint): bigint =>
  divideHalfEven(units * part, SCALE * whole)

/**
 * Parses a plain decimal such as `-12.5`. Throws on any other string and on more than nine
 * decimals.
 */
export function parseAmount(decimal: string | number): Amount {
  if (typeof decimal === 'number' && Number.isSafeInteger(decimal))
    return of(BigInt(decimal) * SCALE)
  // JavaScript prints very small and very large numbers with an exponent.
  const text = typeof decimal === 'number' ? plainDecimal(decimal) : decimal
  const match = /^(-?)(\d+)(?:\.(\d{1,9})0*)?$/.exec(text)
  if (!match) throw new RangeError(`not an amount: ${decimal}`)
  const units = BigInt(match[2] ?? 0) * SCALE + BigInt((match[3] ?? '').padEnd(DECIMALS, '0'))
  return of(match[1] ? -units : units)
}

const STORED_ZERO = `0.${'0'.repeat(DECIMALS)}`

/**
 * Parses an amount as PostgreSQL prints it, always with nine decimals. Several times as fast as
 * `parseAmount`.
 */
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

export const minAmount = (a: Amount, b: Amount): Amount => (compare(a, b) <= 0 ? a : b)

/**
 * Multiplies and rounds half-even to nine decimals. Products with at most nine decimals stay exact.
 */
export const multiply = (a: Amount, b: Amount): Amount =>
  of(divideHalfEven(a.units * b.units, SCALE))

/** Divides and rounds half-even to nine decimals. */
export const divide = (a: Amount, b: Amount): Amount =>
  of(
    b.units < 0n
      ? divideHalfEven(-a.units * SCALE, -b.units)
      : divideHalfEven(a.units * SCALE, b.units),
  )

/** Counts the packages of `size` units that are needed to hold `a` units. */
export const packagesOf = (a: Amount, size: Amount): Amount => {
  const whole = a.units / size.units
  return of((a.units % size.units > 0n ? whole + 1n : whole) * SCALE)
}

/** Rounds half-even to whole minor units. Callers round only once, per invoice line. */
export const roundToMinorUnit = (a: Amount): Amount => of(divideHalfEven(a.units, SCALE) * SCALE)

/** Divides and rounds half-even to a whole number. The divisor must be positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const remainder = dividend % divisor
  const twice = 2n * (remainder < 0n ? -remainder : remainder)
  const up = twice > divisor || (twice === divisor && quotient % 2n !== 0n)
  return up ? quotient + (dividend < 0n ? -1n : 1n) : quotient
}

/** Formats the shortest plain decimal: `12.5`, never `12.500000000` or `-0`. */
export function formatAmount({ units }: Amount): string {
  // Nearly every amount is whole, and dividing is faster than slicing the text below.
  if (units % SCALE === 0n) return String(units / SCALE)
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction ? `.${fraction}` : ''}`
}

/** Converts an amount to a JSON number. Throws if a double cannot represent it exactly. */
export function toJsonNumber(amount: Amount): number {
  const value = Number(formatAmount(amount))
  if (compare(parseAmount(value), amount) !== 0) {
    throw new RangeError(`${formatAmount(amount)} is not an exact JSON number`)
  }
  return value
}

/**
 * Converts an amount to the nearest JSON number, for display. A sum of exact numbers may need more
 * digits than a double has. Fields where every digit counts use a string instead.
 */
export const toNearestNumber = (amount: Amount): number => Number(formatAmount(amount))

/** Converts a stored amount to the nearest JSON number. */
export const storedToNumber = (text: string): number => toNearestNumber(parseAmount(text))

const HUNDRED = 100n * SCALE

/** A percentage of a price in minor units, rounded half to even. */
export const percentOf = (amount: number, percentage: number): number =>
  Number(divideHalfEven(BigInt(amount) * parseAmount(percentage).units, HUNDRED))
