import { currencyScale } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Amount,
  add,
  compare,
  formatAmount,
  isZero,
  minAmount,
  multiply,
  packagesOf,
  parseAmount,
  parseStored,
  roundToMinorUnit,
  subtract,
  sum,
  toJsonNumber,
  toNearestNumber,
  ZERO,
} from './amount.ts'

const BILLION = 1_000_000_000n
const RUNS = { numRuns: 2_000 }

const amount = fc
  .bigInt({ min: -(10n ** 27n), max: 10n ** 27n })
  .map((units): Amount => ({ units }))
const halfWay = fc
  .bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
  .map((whole): Amount => ({ units: whole * BILLION + BILLION / 2n }))

const format = (decimal: string | number) => formatAmount(parseAmount(decimal))

/** Defines half-even rounding independently: the nearer whole number, or the even one in a tie. */
function nearestEven(numerator: bigint, denominator: bigint): bigint {
  const remainder = ((numerator % denominator) + denominator) % denominator
  const below = (numerator - remainder) / denominator
  const toBelow = numerator - below * denominator
  const toAbove = (below + 1n) * denominator - numerator
  if (toBelow !== toAbove) return toBelow < toAbove ? below : below + 1n
  return below % 2n === 0n ? below : below + 1n
}

const absolute = (value: bigint) => (value < 0n ? -value : value)

describe('parseAmount and formatAmount', () => {
  it('are inverse to each other', () => {
    fc.assert(
      fc.property(amount, (a) => {
        expect(parseAmount(formatAmount(a))).toEqual(a)
      }),
      RUNS,
    )
  })

  it('write the shortest plain decimal', () => {
    fc.assert(
      fc.property(amount, (a) => {
        expect(formatAmount(a)).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d{0,8}[1-9])?)$/)
        expect(formatAmount(a)).not.toBe('-0')
      }),
      RUNS,
    )
  })

  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.000000000', '0'],
    [-0, '0'],
    ['12.500000000', '12.5'],
    ['-12.5', '-12.5'],
    ['-0.5', '-0.5'],
    ['0.000000001', '0.000000001'],
    ['1.0000000000000', '1'],
    ['999999999999999.999999999', '999999999999999.999999999'],
    [2000, '2000'],
    [0.1, '0.1'],
    [-1.25, '-1.25'],
    [1e-6, '0.000001'],
    [1e-7, '0.0000001'],
    [1.5e-7, '0.00000015'],
    [-2.5e-8, '-0.000000025'],
    [1e-9, '0.000000001'],
    [9.99e-7, '0.000000999'],
    [1e21, '1000000000000000000000'],
  ])('read %s as %s', (decimal, written) => {
    expect(format(decimal)).toBe(written)
  })

  it('read every whole number of billionths that JavaScript prints with an exponent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999, max: 999 }), (billionths) => {
        expect(parseAmount(billionths / 1e9).units).toBe(BigInt(billionths))
      }),
      RUNS,
    )
  })

  it.each([
    '0.0000000001',
    '1.1234567891',
    1e-10,
    1.5e-9,
    1.0000000000000003e-9,
    5e-324,
    1.2345678912,
    '',
    '.5',
    '5.',
    '+1',
    '1e3',
    '1e-7',
    '0x10',
    '1,5',
    ' 1',
    '1\n',
    '--1',
    '٣',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('refuse %j', (decimal) => {
    expect(() => parseAmount(decimal)).toThrow(RangeError)
  })
})

describe('adding amounts', () => {
  it('does not depend on order or grouping', () => {
    fc.assert(
      fc.property(amount, amount, amount, (a, b, c) => {
        expect(add(a, b)).toEqual(add(b, a))
        expect(add(add(a, b), c)).toEqual(add(a, add(b, c)))
        expect(add(a, ZERO)).toEqual(a)
        expect(subtract(add(a, b), b)).toEqual(a)
      }),
      RUNS,
    )
  })

  it('sums a list to the same total as adding one by one', () => {
    fc.assert(
      fc.property(fc.array(amount), (amounts) => {
        expect(sum(amounts)).toEqual(amounts.reduce(add, ZERO))
        expect(sum(new Set(amounts))).toEqual(sum([...amounts].reverse()))
      }),
      RUNS,
    )
    expect(sum([])).toEqual(ZERO)
  })

  it('computes 0.1 + 0.2 as exactly 0.3', () => {
    expect(formatAmount(add(parseAmount(0.1), parseAmount(0.2)))).toBe('0.3')
  })
})

describe('comparing amounts', () => {
  it('orders them by the sign of their difference', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const { units } = subtract(a, b)
        expect(compare(a, b)).toBe(units < 0n ? -1 : units > 0n ? 1 : 0)
        expect(compare(b, a)).toBe(units < 0n ? 1 : units > 0n ? -1 : 0)
        expect(isZero(subtract(a, b))).toBe(compare(a, b) === 0)
        expect(minAmount(a, b)).toEqual(units <= 0n ? a : b)
      }),
      RUNS,
    )
    expect(compare(parseAmount('9'), parseAmount('10'))).toBe(-1)
    expect(compare(parseAmount('-0'), ZERO)).toBe(0)
  })
})

describe('half-even rounding', () => {
  it('chooses the nearest minor unit, and the even one in a tie', () => {
    fc.assert(
      fc.property(fc.oneof(amount, halfWay), (a) => {
        expect(roundToMinorUnit(a).units).toBe(nearestEven(a.units, BILLION) * BILLION)
      }),
      RUNS,
    )
  })

  it.each([
    ['0.5', '0'],
    ['1.5', '2'],
    ['2.5', '2'],
    ['-0.5', '0'],
    ['-1.5', '-2'],
    ['-2.5', '-2'],
    ['2.500000001', '3'],
    ['2.499999999', '2'],
    ['-2.500000001', '-3'],
  ])('changes %s to %s', (decimal, whole) => {
    expect(formatAmount(roundToMinorUnit(parseAmount(decimal)))).toBe(whole)
  })

  it('limits a product to nine decimals, and keeps shorter products exact', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(multiply(a, b).units).toBe(nearestEven(a.units * b.units, BILLION))
        expect(multiply(a, b)).toEqual(multiply(b, a))
        expect(multiply(a, { units: BILLION })).toEqual(a)
      }),
      RUNS,
    )
    expect(formatAmount(multiply(parseAmount('0.0015'), parseAmount('1000')))).toBe('1.5')
    expect(formatAmount(multiply(parseAmount('0.000000001'), parseAmount('0.5')))).toBe('0')
    expect(formatAmount(multiply(parseAmount('0.000000003'), parseAmount('0.5')))).toBe(
      '0.000000002',
    )
  })

  it('keeps the error of 81 lines below half a minor unit per line', () => {
    const lines = fc.array(fc.oneof(amount, halfWay), { minLength: 81, maxLength: 81 })
    fc.assert(
      fc.property(lines, (exact) => {
        const rounded = exact.map(roundToMinorUnit)
        const drift = subtract(sum(rounded), sum(exact)).units
        expect(absolute(drift)).toBeLessThanOrEqual((81n * BILLION) / 2n)
        expect(rounded.map(roundToMinorUnit)).toEqual(rounded)
        const once = subtract(roundToMinorUnit(sum(exact)), sum(exact)).units
        expect(absolute(once)).toBeLessThanOrEqual(BILLION / 2n)
      }),
    )
  })

  it('is unbiased over 81 half cents, where rounding half up would add 40 cents', () => {
    const lines = Array.from({ length: 81 }, (_, index) => parseAmount(`${index}.5`))
    expect(formatAmount(sum(lines))).toBe('3280.5')
    expect(formatAmount(sum(lines.map(roundToMinorUnit)))).toBe('3280')
  })
})

describe('packages', () => {
  it('are the fewest that hold the quantity', () => {
    const size = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((units): Amount => ({ units }))
    const quantity = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((units): Amount => ({ units }))
    fc.assert(
      fc.property(quantity, size, (a, b) => {
        const packages = packagesOf(a, b).units
        expect(packages % BILLION).toBe(0n)
        expect((packages / BILLION) * b.units).toBeGreaterThanOrEqual(a.units)
        expect((packages / BILLION - 1n) * b.units).toBeLessThan(a.units)
      }),
      RUNS,
    )
  })

  it.each([
    ['0', '100', '0'],
    ['0.000000001', '100', '1'],
    ['100', '100', '1'],
    ['100.000000001', '100', '2'],
    ['1', '0.3', '4'],
  ])('for %s units, with %s units per package, are %s', (quantity, size, packages) => {
    expect(formatAmount(packagesOf(parseAmount(quantity), parseAmount(size)))).toBe(packages)
  })
})

describe('the JSON number of an amount', () => {
  it('represents the amount exactly or throws', () => {
    fc.assert(
      fc.property(amount, (a) => {
        let value: number
        try {
          value = toJsonNumber(a)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
          // More significant digits than a double is guaranteed to keep.
          expect(formatAmount(a).replace(/\D/g, '').length).toBeGreaterThan(15)
          return
        }
        expect(parseAmount(value)).toEqual(a)
      }),
      RUNS,
    )
  })

  it.each([
    ['0', 0],
    ['-12.5', -12.5],
    ['0.000000001', 1e-9],
    ['999999999999999', 999_999_999_999_999],
    ['9007199254740992', 2 ** 53],
  ])('of %s is %d', (decimal, value) => {
    expect(toJsonNumber(parseAmount(decimal))).toBe(value)
  })

  it.each(['9007199254740993', '123456789.123456789', '-9007199254740993'])(
    'of %s does not exist',
    (decimal) => {
      expect(() => toJsonNumber(parseAmount(decimal))).toThrow(`${decimal} is not an exact`)
    },
  )
})

describe('the nearest JSON number', () => {
  it.each([
    ['0.3', 0.3],
    ['-12.5', -12.5],
    ['0.000000001', 1e-9],
    ['999999999999999.000000001', 999_999_999_999_999],
    ['123456789.123456789', Number('123456789.123456789')],
  ])('of %s is %d', (decimal, value) => {
    expect(toNearestNumber(parseAmount(decimal))).toBe(value)
  })
})

describe('a stored amount', () => {
  it('is parsed as it was formatted', () => {
    fc.assert(
      fc.property(amount, (a) => {
        const digits = (a.units < 0n ? -a.units : a.units).toString().padStart(10, '0')
        const stored = `${a.units < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`
        expect(parseStored(stored)).toEqual(a)
        expect(parseStored(stored)).toEqual(parseAmount(stored))
      }),
      RUNS,
    )
  })
})

describe('money', () => {
  const toMinor = (major: string, code: string) => {
    const scale = currencyScale(code)
    if (scale === null) throw new Error(`no currency ${code}`)
    return multiply(parseAmount(major), parseAmount(10 ** scale))
  }

  it.each([
    ['12.345', 'usd', '1234.5', '1234'],
    ['1000', 'jpy', '1000', '1000'],
    ['12.5', 'jpy', '12.5', '12'],
    ['12.345', 'kwd', '12345', '12345'],
    ['-0.0005', 'kwd', '-0.5', '0'],
  ])('of %s %s is %s minor units and is charged as %s', (major, code, minor, charged) => {
    expect(formatAmount(toMinor(major, code))).toBe(minor)
    expect(formatAmount(roundToMinorUnit(toMinor(major, code)))).toBe(charged)
  })
})
