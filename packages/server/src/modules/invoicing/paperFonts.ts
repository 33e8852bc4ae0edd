import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import { invariant } from '../../kernel/invariant.ts'
import type { TextStyle } from './core/paperText.ts'

const require = createRequire(import.meta.url)

/** Done when it is needed for the first time, and remembered. */
const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const fonts = {
  regular: once(() =>
    open(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))),
  ),
  bold: once(() =>
    open(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'))),
  ),
  /** Drawn with coarse dots, but with nearly every character of the Basic Multilingual Plane. */
  unifont: once(() =>
    open(
      unwrapWoff(
        readFileSync(require.resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff')),
      ),
    ),
  ),
}

const open = (bytes: Buffer): Font => {
  const font = create(bytes)
  invariant('layout' in font, 'the file has one font')
  return font
}

export type PaperFonts = Record<TextStyle['font'], readonly (() => Font)[]>

/** The fonts that invoices are printed in, in the order in which they are tried for a character. */
export function createPaperFonts(): PaperFonts {
  const regular = once(() => ownGlyphs(fonts.regular()))
  const bold = once(() => ownGlyphs(fonts.bold()))
  const unifont = once(() => ownGlyphs(fonts.unifont()))
  return { regular: [regular, unifont], bold: [bold, regular, unifont] }
}

/**
 * The same font for one document. A font remembers for each glyph which character it was first
 * asked for, and what one document asks must not decide what is found in another; its tables, which
 * take long to read, are shared.
 */
const ownGlyphs = (font: Font): Font =>
  Object.create(font, { _glyphs: { value: {}, writable: true } })

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const HEADER = 12
const ENTRY = 16

/**
 * The font inside a WOFF file, all tables inflated: read from the file itself, a table would be
 * inflated again for every glyph.
 */
function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(HEADER + ENTRY * count)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (let index = 0; index < count; index += 1) {
    const entry = WOFF_HEADER + WOFF_ENTRY * index
    const start = woff.readUInt32BE(entry + 4)
    const packed = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const table = woff.subarray(start, start + packed)
    const at = HEADER + ENTRY * index
    woff.copy(header, at, entry, entry + 4)
    woff.copy(header, at + 4, entry + 16, entry + 20)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(length, at + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    parts.push(packed < length ? inflateSync(table) : table, padding)
    offset += length + padding.length
  }
  return Buffer.concat(parts)
}
