import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersOf, cleanText, splitIntoRuns, visualPieces, wrapText } from './paperText.core.ts'

const style = { font: 'regular', size: 10 } as const
/** Every character is ten points wide. */
const measure = (text: string) => charactersOf(text).length * 10
const wrap = (text: string, width: number) => wrapText(text, width, style, measure)

describe('text in a column', () => {
  it('breaks between words, and inside a word that is too wide', () => {
    expect(wrap('one two three', 80)).toEqual(['one two', 'three'])
    expect(wrap('abcdefghij kl', 40)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
    expect(wrap('', 40)).toEqual([])
  })

  it('keeps an accent with its letter', () => {
    expect(wrap('q\u0308q\u0308q\u0308', 20)).toEqual(['q\u0308q\u0308', 'q\u0308'])
  })

  it('loses no characters and never exceeds its column', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 12 }),
        (text, most) => {
          const lines = wrap(text, most * 10)
          const solid = (value: string) => value.replace(/\s+/g, '')
          expect(solid(lines.join(''))).toBe(solid(cleanText(text)))
          for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(most * 10)
        },
      ),
    )
  })

  it('contains no character that moves the pen or reverses text', () => {
    expect(cleanText(' a\tb\r\nc\u2028d\u202eevil\u200b\ufeff\u0007 ')).toBe('a b c devil')
    expect(cleanText('e\u0301')).toBe('\u00e9')
  })
})

describe('fonts', () => {
  const alphabets = ['abc ', 'abcdef 山田']
  const hasGlyph = (font: number, point: number) =>
    alphabets[font]?.includes(String.fromCodePoint(point)) ?? false
  const runs = (text: string) =>
    splitIntoRuns(text, alphabets.length, hasGlyph).map(({ text, font }) => `${font}:${text}`)

  it('are tried in order for each character', () => {
    expect(runs('abc')).toEqual(['0:abc'])
    expect(runs('abd ba')).toEqual(['0:ab', '1:d', '0: ba'])
    expect(runs('山田 a')).toEqual(['1:山田', '0: a'])
  })

  it('that all lack a character print a replacement sign', () => {
    expect(runs('a😀b')).toEqual(['0:a\ufffdb'])
    expect(runs('山\u0301')).toEqual(['0:\ufffd'])
  })
})

describe('right-to-left scripts', () => {
  const drawn = (line: string) => visualPieces(line).join('')

  it('are drawn with adjacent words in reverse order', () => {
    expect(visualPieces('plain text')).toEqual(['plain text'])
    expect(drawn('שלום עולם')).toBe('עולם שלום')
    expect(drawn('Acme שלום עולם Ltd')).toBe('Acme עולם שלום Ltd')
    expect(visualPieces('שלום עולם')).toEqual(['עולם', ' ', 'שלום'])
  })

  it('are reversed together with numbers between words, but not with other numbers', () => {
    expect(drawn('רחוב 12 תל אביב')).toBe('אביב תל 12 רחוב')
    expect(drawn('12 רחוב')).toBe('12 רחוב')
    expect(drawn('רחוב 12')).toBe('רחוב 12')
  })
})
