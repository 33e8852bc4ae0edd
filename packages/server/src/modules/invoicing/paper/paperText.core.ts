/** Measures the width of a string in points. */
export type MeasureText = (text: string, style: TextStyle) => number

export interface TextStyle {
  readonly font: 'regular' | 'bold'
  readonly size: number
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a string into the characters that a reader would count. */
export const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Prepares text for one printed line. Removes characters that move the pen or reverse text. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()

/** Breaks text into lines of a given width, between words or inside a word that is too wide. */
export function wrapText(
  text: string,
  width: number,
  style: TextStyle,
  measure: MeasureText,
): readonly string[] {
  const lines: string[] = []
  let line = ''
  const fits = (candidate: string) => measure(candidate, style) <= width
  for (const word of cleanText(text).split(' ').filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    if (fits(word)) {
      line = word
      continue
    }
    for (const character of charactersOf(word)) {
      if (line !== '' && !fits(line + character)) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  if (line !== '') lines.push(line)
  return lines
}

/** A stretch of text in one font. */
export interface TextRun {
  readonly text: string
  /** Index into the list of fonts. */
  readonly font: number
}

export type HasGlyph = (font: number, codePoint: number) => boolean

const REPLACEMENT = '\ufffd'

/**
 * Splits text into runs, each in the first font that has its characters. A character that no font
 * has is printed as a replacement sign, because a name without it would look like another name.
 */
export function splitIntoRuns(text: string, fonts: number, hasGlyph: HasGlyph): TextRun[] {
  if (isIn(0, text, hasGlyph)) return [{ text, font: 0 }]
  const runs: { text: string; font: number }[] = []
  for (const character of charactersOf(text)) {
    const font = fontOf(character, fonts, hasGlyph)
    const printed = font === null ? REPLACEMENT : character
    const last = runs.at(-1)
    if (last?.font === (font ?? 0)) last.text += printed
    else runs.push({ text: printed, font: font ?? 0 })
  }
  return runs
}

const isIn = (font: number, text: string, hasGlyph: HasGlyph): boolean =>
  Array.from(text).every((symbol) => hasGlyph(font, symbol.codePointAt(0) ?? 0))

function fontOf(character: string, fonts: number, hasGlyph: HasGlyph): number | null {
  for (let font = 0; font < fonts; font += 1) if (isIn(font, character, hasGlyph)) return font
  return null
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * Splits a line into pieces to draw from left to right. Fonts reverse the letters of a
 * right-to-left word; this function reverses the order of adjacent right-to-left words, including
 * the numbers between them.
 */
export function visualPieces(line: string): string[] {
  if (!RIGHT_TO_LEFT.test(line)) return [line]
  const words = line.split(' ')
  const turned: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    let end = at
    for (let next = at; next < words.length; next += 1) {
      const word = words[next] ?? ''
      if (RIGHT_TO_LEFT.test(word)) end = next + 1
      else if (next === at || /\p{L}/u.test(word)) break
    }
    turned.push(...words.slice(at, Math.max(end, at + 1)).reverse())
    at = Math.max(end, at + 1) - 1
  }
  return turned.flatMap((word, index) => (index === 0 ? [word] : [' ', word]))
}
