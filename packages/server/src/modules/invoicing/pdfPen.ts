import PDFDocument from 'pdfkit'
import type { Mark, Tone } from './core/paperLayout.ts'
import { type Measure, splitIntoRuns, type TextStyle, visualPieces } from './core/paperText.ts'
import { createPaperFonts, type PaperFonts } from './paperFonts.ts'

const COLORS: Record<Tone, string> = {
  ink: '#1a1a1a',
  soft: '#666666',
  faint: '#d0d0d0',
  good: '#15803d',
  bad: '#b91c1c',
}

type TextMark = Extract<Mark, { kind: 'text' }>

/** What says of the file itself; nothing is added to it, so that the bytes depend on nothing else. */
export interface PaperInfo {
  Title: string
  Author: string
  Creator: string
  Producer: string
  CreationDate: Date
}

export interface PdfPen {
  readonly measure: Measure
  addPage(): void
  draw(mark: Mark): void
  /** Ends the file. */
  close(): Promise<Uint8Array>
}

/** Draws on pages of one size. */
export function createPdfPen(size: { width: number; height: number }, info: PaperInfo): PdfPen {
  const { width, height } = size
  const fonts = createPaperFonts()
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    // Not the fonts that every reader has: they have no letters but those of western Europe.
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
      choose(doc, run, style)
      sum += doc.widthOfString(run.text)
    }
    return sum
  }
  const write = ({ text, style, tone, y, ...mark }: TextMark): void => {
    let { x } = mark
    doc.fillColor(COLORS[tone])
    for (const run of runsOf(text, fonts[style.font])) {
      choose(doc, run, style)
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

/** A text from left to right, each stretch with the font that has its characters. */
function runsOf(text: string, fonts: PaperFonts['regular']): FontRun[] {
  const hasGlyph = (index: number, codePoint: number) =>
    fonts[index]?.().hasGlyphForCodePoint(codePoint) ?? false
  const runs = visualPieces(text).flatMap((piece) => splitIntoRuns(piece, fonts.length, hasGlyph))
  return runs.flatMap(({ text, font }) => {
    const load = fonts[font]
    return load ? [{ text, font: load() }] : []
  })
}

function choose(doc: PDFKit.PDFDocument, { font }: FontRun, { size }: TextStyle): void {
  // pdfkit takes a font that is open already, which its types do not say.
  doc.font(font as unknown as Uint8Array, font.postscriptName).fontSize(size)
}
