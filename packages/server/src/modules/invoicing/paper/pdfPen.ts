import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { invariant } from '../../../kernel/invariant.ts'
import type { InkTone, PaperMark } from './paperLayout.core.ts'
import { type MeasureText, splitIntoRuns, type TextStyle, visualPieces } from './paperText.core.ts'

const COLORS: Record<InkTone, string> = {
  ink: '#1a1a1a',
  soft: '#666666',
  faint: '#d0d0d0',
  good: '#15803d',
  bad: '#b91c1c',
}

type TextMark = Extract<PaperMark, { kind: 'text' }>

/** Metadata of the file. Nothing else is added, so that equal input gives equal bytes. */
export interface PaperInfo {
  Title: string
  Author: string
  Creator: string
  Producer: string
  CreationDate: Date
}

export interface PdfPen {
  readonly measure: MeasureText
  addPage(): void
  draw(mark: PaperMark): void
  close(): Promise<Uint8Array>
}

/** Creates a PDF document with pages of one size. */
export function createPdfPen(size: { width: number; height: number }, info: PaperInfo): PdfPen {
  const { width, height } = size
  const fonts = createPaperFonts()
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    // The standard PDF fonts are not used, because they only cover Western European letters.
    font: null as unknown as string,
    lang: 'en',
    displayTitle: true,
    info: { ...info },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))

  const measure = (text: string, style: TextStyle): number => {
    let sum = 0
    for (const run of runsOf(text, fonts[style.font])) {
      selectFont(doc, run, style)
      sum += doc.widthOfString(run.text)
    }
    return sum
  }
  const write = ({ text, style, tone, y, ...mark }: TextMark): void => {
    let { x } = mark
    doc.fillColor(COLORS[tone])
    for (const run of runsOf(text, fonts[style.font])) {
      selectFont(doc, run, style)
      doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' })
      x += doc.widthOfString(run.text)
    }
  }
  const stamp = (text: string): void => {
    const style: TextStyle = { font: 'bold', size: 150 }
    const middle = height / 2
    const x = (width - measure(text, style)) / 2
    doc.save().rotate(-35, { origin: [width / 2, middle] })
    doc.fillOpacity(0.08)
    write({ kind: 'text', x, y: middle + style.size / 3, text, style, tone: 'bad' })
    doc.restore()
  }
  return {
    measure,
    addPage: () => {
      doc.addPage()
    },
    draw: (mark) => {
      if (mark.kind === 'text') write(mark)
      else if (mark.kind === 'watermark') stamp(mark.text)
      else {
        doc.lineWidth(0.5).strokeColor(COLORS[mark.tone])
        doc
          .moveTo(mark.x, mark.y)
          .lineTo(mark.x + mark.width, mark.y)
          .stroke()
      }
    },
    close: async () => {
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

interface FontRun {
  readonly text: string
  readonly font: ReturnType<PaperFonts['regular'][number]>
}

/** Splits a string into runs from left to right, each with a font that has its characters. */
function runsOf(text: string, fonts: PaperFonts['regular']): FontRun[] {
  const hasGlyph = (index: number, codePoint: number) =>
    fonts[index]?.().hasGlyphForCodePoint(codePoint) ?? false
  const runs = visualPieces(text).flatMap((piece) => splitIntoRuns(piece, fonts.length, hasGlyph))
  return runs.flatMap(({ text, font }) => {
    const load = fonts[font]
    return load ? [{ text, font: load() }] : []
  })
}

function selectFont(doc: PDFKit.PDFDocument, { font }: FontRun, { size }: TextStyle): void {
  // pdfkit accepts an open font, although its types do not say so.
  doc.font(font as unknown as Uint8Array, font.postscriptName).fontSize(size)
}

const require = createRequire(import.meta.url)

/** Runs `make` on first use and keeps the result. */
const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const FONTS = new URL('../../../../fonts/', import.meta.url)

const fonts = {
  regular: once(() => open(readFileSync(new URL('DejaVuSansCondensed.ttf', FONTS)))),
  bold: once(() => open(readFileSync(new URL('DejaVuSansCondensed-Bold.ttf', FONTS)))),
  /** A coarse bitmap font, but with nearly every character of the Basic Multilingual Plane. */
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

type PaperFonts = Record<TextStyle['font'], readonly (() => Font)[]>

/** The fonts for invoices, in the order in which they are tried for a character. */
function createPaperFonts(): PaperFonts {
  const regular = once(() => withSeparateGlyphs(fonts.regular()))
  const bold = once(() => withSeparateGlyphs(fonts.bold()))
  const unifont = once(() => withSeparateGlyphs(fonts.unifont()))
  return { regular: [regular, unifont], bold: [bold, regular, unifont] }
}

/**
 * Gives each document separate glyphs on shared font tables. For each glyph, a font remembers the
 * first character that it was asked for. With shared glyphs, one document would therefore affect
 * the text of another. The tables are shared because they are slow to read.
 */
const withSeparateGlyphs = (font: Font): Font =>
  Object.create(font, { _glyphs: { value: {}, writable: true } })

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const HEADER = 12
const ENTRY = 16

/**
 * Unpacks a WOFF file and inflates all tables. Reading the WOFF file directly would inflate a table
 * again for every glyph.
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
