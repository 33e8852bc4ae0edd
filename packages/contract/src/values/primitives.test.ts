import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  currency,
  flag,
  httpUrl,
  jsonObject,
  MAX_METADATA_BYTES,
  money,
  page,
  pageQuery,
  positiveQuantity,
  quantity,
  slug,
  text,
  timestamp,
  timestampInput,
  unitPrice,
} from './primitives.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** A valid price: at most 15 digits before the decimal point and 9 after it. */
const price = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.stringMatching(/^\d{0,9}$/))
  .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`))

describe('unitPrice', () => {
  test.each([
    ['0.0015', '0.0015'],
    [0.0015, '0.0015'],
    [1e-9, '0.000000001'],
    ['1.500', '1.5'],
    ['2.000', '2'],
    ['100', '100'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['0.1234567890', '0.123456789'],
    ['999999999999999', '999999999999999'],
  ])('reads %s as %s', (input, output) => {
    expect(unitPrice.parse(input)).toBe(output)
  })

  test.each([
    '-1',
    -0.5,
    '1e3',
    1e-10,
    '0.1234567891',
    '1000000000000000',
    1e21,
    '',
    ' 1',
    '01',
    '.5',
    '1.',
    '+1',
    '1,5',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
  ])('refuses %s', (input) => {
    expect(accepts(unitPrice, input)).toBe(false)
  })

  test('is idempotent and keeps the value', () => {
    fc.assert(
      fc.property(price, (input) => {
        const once = unitPrice.parse(input)
        expect(unitPrice.parse(once)).toBe(once)
        expect(Number(once)).toBe(Number(input))
        expect(once).not.toMatch(/\.\d*0$/)
      }),
    )
  })
})

describe('money', () => {
  test.each([
    [2000, 2000],
    ['2000', 2000],
    [0, 0],
    [999_999_999_999_999, 999_999_999_999_999],
    ['12.00', 12],
  ])('reads %s as %i', (input, output) => {
    expect(money.parse(input)).toBe(output)
  })

  test.each([0.5, '0.5', -1, '-1', 1e15, '1e3', Number.NaN, null, '', '9007199254740993'])(
    'refuses %s',
    (input) => {
      expect(accepts(money, input)).toBe(false)
    },
  )
})

describe('quantity', () => {
  test.each([0, -1.5, 1e-9, 0.123456789, 999_999_999_999_999])('accepts %d', (value) => {
    expect(quantity.parse(value)).toBe(value)
  })

  test.each([1e-10, 0.1234567891, 1e15, Number('9007199254740993'), Number.NaN, '1', null])(
    'refuses %s',
    (value) => {
      expect(accepts(quantity, value)).toBe(false)
    },
  )

  test('accepts numbers of up to 15 significant digits without changing their value', () => {
    const shortPrice = price.filter((decimal) => decimal.replace('.', '').length <= 15)
    fc.assert(
      fc.property(shortPrice, (decimal) => {
        expect(unitPrice.parse(quantity.parse(Number(decimal)))).toBe(unitPrice.parse(decimal))
      }),
    )
  })

  test('is positive only if it is more than zero', () => {
    expect(accepts(positiveQuantity, 0)).toBe(false)
    expect(accepts(positiveQuantity, -0)).toBe(false)
    expect(accepts(positiveQuantity, 1e-9)).toBe(true)
  })
})

describe('timestamps', () => {
  test.each([
    '1970-01-01T00:00:00Z',
    '2026-01-31T12:00:00.123456+05:30',
    '2024-02-29T00:00:00Z',
    '9999-12-30T23:59:59Z',
  ])('are accepted in requests: %s', (value) => {
    expect(timestampInput.parse(value)).toBe(value)
  })

  test.each([
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '1969-12-31T23:59:59Z',
    '9999-12-31T23:59:59Z',
    '+010000-01-01T00:00:00Z',
    1_769_860_800,
    null,
  ])('are refused in requests: %s', (value) => {
    expect(accepts(timestampInput, value)).toBe(false)
  })

  test('have UTC and milliseconds in responses', () => {
    expect(accepts(timestamp, '2026-01-31T12:00:00.000Z')).toBe(true)
    expect(accepts(timestamp, '2026-01-31T12:00:00Z')).toBe(false)
    expect(accepts(timestamp, '2026-01-31T12:00:00.000+00:00')).toBe(false)
  })

  test('may be any Date from 1970 to 9998 in requests and responses', () => {
    const noInvalidDate = true
    const min = new Date('1970-01-01T00:00:00Z')
    const max = new Date('9998-12-31T23:59:59Z')
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate }), (date) => {
        expect(accepts(timestampInput, date.toISOString())).toBe(true)
        expect(accepts(timestamp, date.toISOString())).toBe(true)
      }),
    )
  })
})

describe('jsonObject', () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]))
  const nested = (levels: number): unknown =>
    Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), 1)
  // The quotes, braces, colon and key of {"a":"…"} take eight bytes.
  const bytes = (size: number) => ({ a: 'x'.repeat(size - 8) })

  test.each([
    ['no keys', {}, true],
    ['any JSON', { a: [1, 'x', null, { b: true }] }, true],
    ['50 keys', keys(50), true],
    ['51 keys', keys(51), false],
    ['16 KiB', bytes(MAX_METADATA_BYTES), true],
    ['16 KiB and a byte', bytes(MAX_METADATA_BYTES + 1), false],
    ['20 levels', nested(19), true],
    ['21 levels', nested(20), false],
    ['10,000 levels', nested(10_000), false],
    ['NUL in a value', { a: 'x\0' }, false],
    ['NUL in a key', { 'x\0': 1 }, false],
    ['a deeply nested lone surrogate', { a: [{ b: '\ud800' }] }, false],
    ['an array', [], false],
    ['null', null, false],
    ['text', 'text', false],
  ])('is accepted or refused correctly with %s', (_what, value, accepted) => {
    expect(accepts(jsonObject, value)).toBe(accepted)
  })

  test('counts its size in bytes, not characters', () => {
    expect(accepts(jsonObject, { a: 'é'.repeat(MAX_METADATA_BYTES / 2 - 4) })).toBe(true)
    expect(accepts(jsonObject, { a: 'é'.repeat(MAX_METADATA_BYTES / 2 - 3) })).toBe(false)
  })
})

describe('basic schemas', () => {
  test.each([
    ['slug', slug, ['a', 'a-b_c', 'x'.repeat(100)], ['', '-a', 'a-', 'A', 'x'.repeat(101), 'a b']],
    ['currency', currency, ['usd'], ['USD', 'us', 'unit']],
    [
      'httpUrl',
      httpUrl,
      ['https://a.example/x?y', 'http://localhost:3000'],
      ['a.example', 'javascript:alert(1)', 'https://user:pass@a.example', ''],
    ],
    ['text', text(3), ['', 'abc', '😀'], ['abcd', 'a\0', '\udc00']],
  ])('accept valid values and refuse others: %s', (_what, schema, accepted, refused) => {
    for (const value of accepted) expect([value, accepts(schema, value)]).toEqual([value, true])
    for (const value of refused) expect([value, accepts(schema, value)]).toEqual([value, false])
  })

  test('accept only the words true and false for a flag', () => {
    expect(flag.parse('true')).toBe(true)
    expect(flag.parse('false')).toBe(false)
    expect(accepts(flag, '1')).toBe(false)
  })

  test.each([
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['x', null],
    ['', null],
  ])('reduce, refuse or accept the limit %s', (limit, expected) => {
    expect(pageQuery.limit.safeParse(limit).data ?? null).toBe(expected)
  })

  test('require data and a cursor, which may be null, for a page', () => {
    const schema = page(z.string())
    expect(accepts(schema, { data: ['a'], nextCursor: null })).toBe(true)
    expect(accepts(schema, { data: ['a'] })).toBe(false)
  })
})

describe('a hostile decimal', () => {
  const digits = `0.1${'0'.repeat(500_000)}1`
  test('of half a megabyte is refused immediately', () => {
    expect(unitPrice.safeParse(digits).success).toBe(false)
    expect(money.safeParse(digits).success).toBe(false)
  })

  test('that a number would round is refused', () => {
    expect(money.safeParse('999999999999999.0001').success).toBe(false)
    expect(money.parse('999999999999999')).toBe(999_999_999_999_999)
  })
})
