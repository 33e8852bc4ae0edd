import type { InvoiceWords, PartyWords, RowWords, TotalWords } from './invoiceWords.core.ts'
import {
  type Block,
  type Box,
  column,
  fitText,
  gap,
  type PaperMark,
  paginate,
  rule,
  type Slice,
  sideBySide,
  type TextLook,
} from './paperLayout.core.ts'
import type { MeasureText } from './paperText.core.ts'

export interface PaperSize {
  readonly width: number
  readonly height: number
}

/** In points, 72 to the inch. */
export const A4: PaperSize = { width: 595.28, height: 841.89 }
export const LETTER: PaperSize = { width: 612, height: 792 }

export interface PrintedPaper {
  readonly size: PaperSize
  readonly pages: readonly (readonly PaperMark[])[]
}

const MARGIN = 50
/** Space at the bottom of each page for the invoice number and the page number. */
const FOOT = 64
const GUTTER = 14

const regular = (size: number): TextLook['style'] => ({ font: 'regular', size })
const bold = (size: number): TextLook['style'] => ({ font: 'bold', size })

const TITLE: TextLook = { style: bold(22) }
const SELLER: TextLook = { style: bold(12) }
const BUYER: TextLook = { style: bold(10) }
const BODY: TextLook = { style: regular(9) }
const STRONG: TextLook = { style: bold(10) }
const LABEL: TextLook = { style: regular(9), tone: 'soft' }
const HEADING: TextLook = { style: bold(8), tone: 'soft' }
const SMALL: TextLook = { style: regular(8), tone: 'soft' }

/** Places the text of an invoice on pages. */
export function layoutInvoice(
  words: InvoiceWords,
  size: PaperSize,
  measure: MeasureText,
): PrintedPaper {
  const printer: Printer = { measure, left: MARGIN, width: size.width - 2 * MARGIN }
  const blocks = [
    ...headBlocks(printer, words),
    ...keepWithLast(tableBlocks(printer, words), totalSlices(printer, words.totals)),
    ...endBlocks(printer, words),
  ]
  const pages = paginate(blocks, { top: MARGIN, bottom: size.height - FOOT })
  return {
    size,
    pages: pages.map((marks, index) => [
      ...(words.isVoid ? [{ kind: 'watermark', text: 'VOID' } as const] : []),
      ...marks,
      ...footMarks(printer, words, size, `Page ${index + 1} of ${pages.length}`),
    ]),
  }
}

interface Printer {
  readonly measure: MeasureText
  readonly left: number
  readonly width: number
}

const half = ({ left, width }: Printer, side: 'left' | 'right'): Box => {
  const room = (width - GUTTER) / 2
  return { x: side === 'left' ? left : left + room + GUTTER, width: room }
}

/** The seller, the title, the buyer and the dates. */
function headBlocks(printer: Printer, words: InvoiceWords): Block[] {
  const { measure } = printer
  const right: Box = { ...half(printer, 'right'), align: 'right' }
  const { stamp } = words
  const title = [
    ...column('INVOICE', right, TITLE, measure),
    ...(stamp
      ? [gap(2), ...column(stamp.text, right, { style: bold(11), tone: stamp.tone }, measure)]
      : []),
  ]
  const buyer = [
    ...column('Bill to', half(printer, 'left'), LABEL, measure),
    ...party(printer, words.buyer, BUYER),
  ]
  const facts = words.facts.flatMap((fact) => factSlices(printer, fact))
  return [
    { slices: sideBySide(party(printer, words.seller, SELLER), title) },
    { slices: [gap(22), ...sideBySide(buyer, facts), gap(24)] },
  ]
}

function party(printer: Printer, { name, lines }: PartyWords, look: TextLook): Slice[] {
  const place = half(printer, 'left')
  return [
    ...column(name, place, look, printer.measure),
    ...lines.flatMap((line) => column(line, place, BODY, printer.measure)),
  ]
}

function factSlices(printer: Printer, [label, value]: readonly [string, string]): Slice[] {
  const { x, width } = half(printer, 'right')
  const labels = 85
  return sideBySide(
    column(label, { x, width: labels }, LABEL, printer.measure),
    column(value, { x: x + labels, width: width - labels, align: 'right' }, BODY, printer.measure),
  )
}

/** One block per invoice line. The headings repeat on every page with lines. */
function tableBlocks(printer: Printer, { headings, rows }: InvoiceWords): Block[] {
  const places = columnPlaces(printer, headings, rows)
  const heading = [
    ...sideBySide(
      ...headings.map((text, index) =>
        column(text, places[index] ?? half(printer, 'left'), HEADING, printer.measure),
      ),
    ),
    rule(printer.left, printer.width, 3, 5),
  ]
  return rows.map((row, index) => {
    const slices = [...rowSlices(printer, places, row), rule(printer.left, printer.width, 4, 5)]
    return index === 0 ? { slices: [...heading, ...slices] } : { slices, repeated: heading }
  })
}

const WIDEST_FIGURE = 105

/** Gives the figures the width that they need, up to a limit, and the rest to the description. */
function columnPlaces(
  { measure, left, width }: Printer,
  headings: readonly string[],
  rows: readonly RowWords[],
): Box[] {
  const widths = headings.slice(1).map((heading, index) => {
    const figures = rows.map(({ figures }) => measure(figures[index] ?? '', BODY.style))
    const widest = Math.max(measure(heading, HEADING.style), ...figures)
    return Math.min(widest + 1, WIDEST_FIGURE)
  })
  const taken = widths.reduce((sum, figure) => sum + figure + GUTTER, 0)
  const description: Box = { x: left, width: width - taken }
  let x = left + description.width
  const places = widths.map((figure): Box => {
    const place: Box = { x: x + GUTTER, width: figure, align: 'right' }
    x += GUTTER + figure
    return place
  })
  return [description, ...places]
}

function rowSlices(
  { measure, left, width }: Printer,
  places: readonly Box[],
  { description, period, figures }: RowWords,
): Slice[] {
  const [words = { x: left, width }, ...ofFigures] = places
  return sideBySide(
    [
      ...column(description, words, BODY, measure),
      ...(period === null ? [] : column(period, words, SMALL, measure)),
    ],
    ...ofFigures.map((place, index) => column(figures[index] ?? '', place, BODY, measure)),
  )
}

/** Keeps the totals from being alone on a page. */
const keepWithLast = (blocks: readonly Block[], slices: readonly Slice[]): Block[] => {
  const last = blocks.at(-1) ?? { slices: [] }
  return [...blocks.slice(0, -1), { ...last, slices: [...last.slices, ...slices] }]
}

const TOTALS = 260

function totalSlices({ measure, left, width }: Printer, totals: readonly TotalWords[]): Slice[] {
  const x = left + width - TOTALS
  return [
    gap(4),
    ...totals.flatMap(({ label, value, isStrong }) => {
      const look = isStrong ? STRONG : BODY
      const figure = Math.min(measure(value, look.style) + 1, TOTALS / 2)
      const words = { x, width: TOTALS - figure - GUTTER }
      return [
        ...(isStrong ? [rule(x, TOTALS, 3, 4)] : []),
        ...sideBySide(
          column(label, words, look, measure),
          column(value, { x: x + TOTALS - figure, width: figure, align: 'right' }, look, measure),
        ),
        gap(2),
      ]
    }),
  ]
}

/** Payments, credit notes, terms and the merchant's footer. */
function endBlocks({ measure, left, width }: Printer, words: InvoiceWords): Block[] {
  const place = { x: left, width }
  const { lists, notes, footer } = words
  return [
    { slices: [gap(14)] },
    ...lists.flatMap(({ heading, entries }): Block[] => [
      { slices: [gap(6), ...column(heading, place, { style: bold(9) }, measure)] },
      ...entries.map((entry) => ({ slices: column(entry, place, BODY, measure) })),
    ]),
    ...notes.map((note) => ({ slices: [gap(6), ...column(note, place, BODY, measure)] })),
    ...(footer === null
      ? []
      : [
          {
            slices: [
              rule(left, width, 14, 6),
              ...footer.split('\n').flatMap((line) => column(line, place, SMALL, measure)),
            ],
          },
        ]),
  ]
}

function footMarks(
  { measure, left, width }: Printer,
  { number, seller }: InvoiceWords,
  size: PaperSize,
  pageNumber: string,
): PaperMark[] {
  const { style } = SMALL
  const y = size.height - MARGIN + 14
  const room = measure(pageNumber, style)
  const name = fitText(`${number} · ${seller.name}`, width - room - GUTTER, style, measure)
  return [
    { kind: 'rule', x: left, y: y - 14, width, tone: 'faint' },
    { kind: 'text', x: left, y, text: name, style, tone: 'soft' },
    { kind: 'text', x: left + width - room, y, text: pageNumber, style, tone: 'soft' },
  ]
}
