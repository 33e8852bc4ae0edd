import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PurserError } from '../../kernel/errors.ts'
import { isExactNumber, parseJson } from './parseJson.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

const refusalOf = (bytes: Uint8Array | string): string => {
  try {
    parseJson(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  } catch (error) {
    if (!(error instanceof PurserError)) throw error
    expect(error.status).toBe(400)
    expect(error.details).toHaveLength(1)
    return error.message
  }
  return 'accepted'
}

describe('a JSON number', () => {
  it.each([
    ['0', 0],
    ['0.1', 0.1],
    ['1.0', 1],
    ['1e-7', 1e-7],
    ['0.0000001', 1e-7],
    ['1E5', 100_000],
    ['2.50e+3', 2500],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 2 ** 53],
    ['100000000000000000000', 1e20],
    ['1e300', 1e300],
    ['0.30000000000000004', 0.1 + 0.2],
    ['5e-324', Number.MIN_VALUE],
    ['0e999999999', 0],
    ['0.000000000000000000000000', 0],
  ])('%s is read, because it prints back as the same decimal', (source, value) => {
    expect(parse(source)).toBe(value)
    expect(parse(`{"a":[${source},-${source}]}`)).toEqual({ a: [value, value === 0 ? 0 : -value] })
    expect(isExactNumber(source)).toBe(true)
  })

  it.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '0.1000000000000000055',
    '0.12345678901234567',
    '1e400',
    '-1e400',
    '1e-400',
    '1e99999999999999999999',
    '1e-99999999999999999999',
    '123456789012345678e-5',
    '2e-324',
  ])('%s is refused, because a double cannot represent it', (source) => {
    expect(refusalOf(source)).toContain(`the number ${source} cannot be represented exactly`)
    expect(refusalOf(`{"a":{"b":[1,${source}]}}`)).toContain(`a.b.1: the number ${source}`)
    expect(isExactNumber(source)).toBe(false)
  })

  it.each(['-0', '-0.0', '-0e5', '[-0]'])('%s becomes zero without a sign', (source) => {
    const value = [parse(source)].flat()[0]
    expect(Object.is(value, 0)).toBe(true)
  })

  it('inside a string is text', () => {
    const value = {
      a: '9007199254740993',
      b: '-0',
      c: '1e400 \u00e9',
      '1e400': ['0.1000000000000000055'],
    }
    expect(parse(JSON.stringify(value))).toEqual(value)
  })

  it('that must be refused is found next to any other value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        expect(refusalOf(`[${JSON.stringify(value)},9007199254740993]`)).not.toBe('accepted')
      }),
    )
  })

  it.each([
    ['decimals', `0.1${'0'.repeat(100_000)}1`],
    ['exponent', `1e-${'9'.repeat(900_000)}`],
    ['digits', `${'9'.repeat(900_000)}`],
    ['zeros', `0.${'0'.repeat(900_000)}1`],
  ])('with the maximum length of a body (%s) is refused quickly', (_what, source) => {
    expect(refusalOf(source)).toMatch(/^body: the number .{40} cannot be represented exactly/)
  })
})

describe('a JSON body', () => {
  it('is parsed as JSON.parse does', () => {
    const nice = fc
      .jsonValue({ maxDepth: 6, stringUnit: 'binary' })
      .map((value) => JSON.stringify(value))
      .filter((text) => !text.includes('__proto__'))
    fc.assert(
      fc.property(nice, (text) => {
        expect(parse(text)).toStrictEqual(JSON.parse(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['', ' ', '{', '{"a":}', "{'a':1}", '[1,]', '01', '1.', '.5', '+1', 'NaN', 'undefined'])(
    '%j is not JSON',
    (text) => {
      expect(refusalOf(text)).toBe('body: is not valid JSON')
    },
  )

  it.each([
    '{"__proto__":{"admin":true}}',
    '{"a":[{"b":{"__proto__":1}}]}',
    '{"\\u005f_proto__":1}',
    '{"\\u005f\\u005f\\u0070\\u0072\\u006F\\u0074\\u006f\\u005F\\u005f":1}',
  ])('%s is refused because of its key', (text) => {
    expect(refusalOf(text)).toBe('body: must not contain the key "__proto__"')
  })

  it('may contain __proto__ as text and a field named constructor', () => {
    const text = '{"a":"__proto__","constructor":"\\u005f","b":["\\"__proto__\\":"]}'
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  const nested = (depth: number, open: string, close: string) =>
    `${open.repeat(depth)}${close.repeat(depth)}`
  it('may nest 64 levels but not 65', () => {
    expect(parse(nested(64, '[', ']'))).toEqual(JSON.parse(nested(64, '[', ']')))
    expect(refusalOf(nested(65, '[', ']'))).toBe('body: must not be nested deeper than 64 levels')
    expect(refusalOf(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`)).toBe('accepted')
    expect(refusalOf(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toContain('64 levels')
  })

  it.each([10_000, 500_000])('%i levels deep is refused without a stack overflow', (depth) => {
    expect(refusalOf(nested(depth, '[', ']'))).toContain('64 levels')
    expect(refusalOf('['.repeat(depth))).toContain('64 levels')
  })

  it('does not count brackets in text or sibling lists as depth', () => {
    expect(parse(JSON.stringify({ a: '['.repeat(100), b: '\\"{'.repeat(200) }))).toBeTypeOf(
      'object',
    )
    expect(parse(`[${'[],'.repeat(100)}[]]`)).toHaveLength(101)
  })

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a truncated character', [0x22, 0xe2, 0x82, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('with %s is not UTF-8', (_what, bytes) => {
    expect(refusalOf(Uint8Array.from(bytes))).toBe('body: is not valid UTF-8')
  })

  it('may start with a byte order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 })
  })

  it('may contain an escaped lone surrogate, which the contract refuses as text', () => {
    expect(parse('{"name":"\\ud800"}')).toEqual({ name: '\ud800' })
  })
})
