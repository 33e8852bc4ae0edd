import type { CatalogDocument } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../kernel/testing/anyCharacter.ts'
import { CatalogFileError, formatCatalogFile, parseCatalogFile } from './catalogFile.ts'

const roundTrip = (document: unknown) =>
  parseCatalogFile(formatCatalogFile(document as CatalogDocument))

const problemsOf = (text: string): readonly string[] => {
  try {
    parseCatalogFile(text)
  } catch (error) {
    if (error instanceof CatalogFileError) return error.problems
    throw error
  }
  return []
}

/** Text that a YAML parser may mistake for another type. */
const trickyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('0.0015', '1e3', '007', '0x10', '.inf', 'null', '~', 'true', 'no', 'off', ''),
  fc.constantFrom('2026-01-31T12:00:00.000Z', '12:30:45', '1_000', '<<', '=', '-', '? x', '- x'),
  fc.constantFrom('# x', 'a # b', 'a: b', ' lead', 'trail ', 'two\nlines', '\n', 'a\n\n', '\ta'),
  fc.constantFrom('*a', '&a', '!a', '%a', '@a', '`a', '{', '[', '"', "'", '|', '>', '---', '...'),
)

describe('a catalog file', () => {
  it('round-trips any document exactly', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        trickyText,
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree')),
        fc.dictionary(trickyText, tie('tree')),
      ),
    }))
    const sections = fc.dictionary(fc.constantFrom('products', 'plans', 'coupons'), tree)
    fc.assert(
      fc.property(sections, (document) => {
        const text = formatCatalogFile(document as CatalogDocument)
        expect(parseCatalogFile(text)).toEqual(document)
        expect(formatCatalogFile(parseCatalogFile(text) as CatalogDocument)).toBe(text)
      }),
      { numRuns: 250 },
    )
  })

  it('is readable and starts with an explanation', () => {
    const text = formatCatalogFile({
      metrics: { calls: { name: 'Calls', eventName: 'api.call', aggregation: 'count' } },
      coupons: { '007': { percentOff: 10, duration: 'once' } },
    })
    expect(text.startsWith('# The catalog of one environment')).toBe(true)
    expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      '',
      'metrics:',
      '  calls:',
      '    name: Calls',
      '    eventName: api.call',
      '    aggregation: count',
      '',
      'coupons:',
      '  "007":',
      '    percentOff: 10',
      '    duration: once',
      '',
    ])
  })

  it('keeps prices in quotes', () => {
    expect(roundTrip({ x: { perUnit: '0.10' } })).toEqual({ x: { perUnit: '0.10' } })
  })

  it('may be JSON', () => {
    const document = { products: { acme: { name: 'Acme \u{1f680} "x"', metadata: { a: [1.5] } } } }
    expect(parseCatalogFile(JSON.stringify(document))).toEqual(document)
    expect(parseCatalogFile(JSON.stringify(document, null, '\t'))).toEqual(document)
  })

  it('reads a key as text, even if it looks like a number', () => {
    expect(parseCatalogFile('coupons:\n  007: {}\n  1e3: {}\n  TRUE: {}\n')).toEqual({
      coupons: { '007': {}, '1e3': {}, TRUE: {} },
    })
  })

  it('must not repeat a key; the error names the lines', () => {
    expect(problemsOf('plans:\n  pro: {}\n  free: {}\n  pro: {}\n')).toEqual([
      'line 4: the key "pro" is given twice',
    ])
    expect(problemsOf('{"plans": {"1": {}, 1: {}}}')).toEqual([
      'line 1: the key "1" is given twice',
    ])
  })

  it('must not contain numbers that cannot be kept exactly; one error lists all of them', () => {
    expect(
      problemsOf('a: 0.12345678901234567891\nb: [1, 9007199254740993]\nc: 0x1F\nd: .inf\ne: 1.50'),
    ).toEqual([
      expect.stringMatching(/^line 1: the number 0.12345678901234567891 cannot be/),
      expect.stringMatching(/^line 2: the number 9007199254740993 cannot be/),
      expect.stringMatching(/^line 3: the number 0x1F cannot be/),
      expect.stringMatching(/^line 4: the number .inf cannot be/),
    ])
  })

  it('may use anchors, but no missing, circular or unbounded ones', () => {
    expect(parseCatalogFile('a: &x { y: 1 }\nb: *x')).toEqual({ a: { y: 1 }, b: { y: 1 } })
    expect(problemsOf('a: 1\nb: *x')).toEqual(['line 2: there is no anchor &x before this'])
    expect(problemsOf('a: &x [*x]')).toEqual(['line 1: *x would contain itself'])
    const laughs = ['a0: &a0 [1]']
    for (let at = 1; at < 9; at += 1) {
      laughs.push(
        `a${at}: &a${at} [${Array(9)
          .fill(`*a${at - 1}`)
          .join(', ')}]`,
      )
    }
    expect(problemsOf(laughs.join('\n'))).toHaveLength(1)
  })

  it('that is not valid YAML fails with the line of the mistake', () => {
    expect(problemsOf('plans:\n  pro: [1\n')[0]).toMatch(/^line 3: /)
    expect(problemsOf('plans: !secret x')[0]).toMatch(/^line 1: .*tag/)
    expect(problemsOf('a: 1\n---\nb: 2')[0]).toMatch(/^line 2: /)
  })

  it('must contain a catalog', () => {
    for (const text of ['', '# nothing', '- a', 'text', 'null']) {
      expect(problemsOf(text), text).toEqual([
        'line 1: the file must hold the sections of a catalog, such as products: and plans:',
      ])
    }
    expect(problemsOf('? [a]\n: b')).toEqual(['line 1: a key must be plain text'])
  })
})
