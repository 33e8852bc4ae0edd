import { cleanText, type MeasureText, type TextStyle, wrapText } from './paperText.core.ts'

export type InkTone = 'ink' | 'soft' | 'faint' | 'good' | 'bad'

/** A mark on the paper. `y` counts down from the top. For text, it is the baseline. */
export type PaperMark =
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly style: TextStyle
      readonly tone: InkTone
    }
  | {
      readonly kind: 'rule'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly tone: InkTone
    }
  | { readonly kind: 'watermark'; readonly text: string }

/** A strip of the paper that is never split between pages. Its marks are relative to its top. */
export interface Slice {
  readonly height: number
  readonly marks: readonly PaperMark[]
}

/** Slices that stay on one page if they fit on one. */
export interface Block {
  readonly slices: readonly Slice[]
  /** Repeated at the top of every page on which this block starts or continues. */
  readonly repeated?: readonly Slice[]
}

export interface Box {
  readonly x: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

export interface TextLook {
  readonly style: TextStyle
  readonly tone?: InkTone
}

const LEADING = 1.35

export const gap = (height: number): Slice => ({ height, marks: [] })

/** Text in a column, one slice per line. */
export function column(text: string, place: Box, look: TextLook, measure: MeasureText): Slice[] {
  const { style, tone = 'ink' } = look
  return wrapText(text, place.width, style, measure).map((line) => ({
    height: style.size * LEADING,
    marks: [
      {
        kind: 'text',
        x: startOf(line, place, style, measure),
        y: style.size,
        text: line,
        style,
        tone,
      },
    ],
  }))
}

const startOf = (line: string, place: Box, style: TextStyle, measure: MeasureText): number =>
  place.align === 'right' ? place.x + place.width - measure(line, style) : place.x

/** Slices higher than this may have to be split. */
const HIGH = 300

/** Columns side by side, in one slice unless they are very long. */
export function sideBySide(...columns: readonly (readonly Slice[])[]): Slice[] {
  const height = Math.max(0, ...columns.map(heightOf))
  if (height <= HIGH) return [{ height, marks: columns.flatMap(stackMarks) }]
  const rows = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: rows }, (_, row) => {
    const slices = columns.flatMap((slices) => slices[row] ?? [])
    return {
      height: Math.max(...slices.map(({ height }) => height)),
      marks: slices.flatMap(({ marks }) => marks),
    }
  })
}

/** The marks of stacked slices, relative to the top of the first slice. */
function stackMarks(slices: readonly Slice[]): PaperMark[] {
  let y = 0
  return slices.flatMap(({ height, marks }) => {
    const moved = marks.map((mark) => moveDown(mark, y))
    y += height
    return moved
  })
}

const moveDown = (mark: PaperMark, by: number): PaperMark =>
  mark.kind === 'watermark' ? mark : { ...mark, y: mark.y + by }

/** A horizontal line with space around it. */
export const rule = (x: number, width: number, above: number, below: number): Slice => ({
  height: above + below,
  marks: [{ kind: 'rule', x, y: above, width, tone: 'faint' }],
})

/** Fits text on one line. Cuts text that is too wide and adds an ellipsis. */
export function fitText(
  text: string,
  width: number,
  style: TextStyle,
  measure: MeasureText,
): string {
  const line = cleanText(text)
  if (measure(line, style) <= width) return line
  const [first = ''] = wrapText(line, width - measure('…', style), style, measure)
  return `${first}…`
}

/** Distributes blocks over pages from top to bottom. */
export function paginate(
  blocks: readonly Block[],
  { top, bottom }: { top: number; bottom: number },
): PaperMark[][] {
  const pages: PaperMark[][] = [[]]
  let y = top
  const put = ({ height, marks }: Slice) => {
    pages.at(-1)?.push(...marks.map((mark) => moveDown(mark, y)))
    y += height
  }
  const turn = ({ repeated = [] }: Block) => {
    pages.push([])
    y = top
    repeated.forEach(put)
  }
  for (const block of blocks) {
    const { slices, repeated = [] } = block
    const height = heightOf(slices)
    const fitsOnAPage = height + heightOf(repeated) <= bottom - top
    if (fitsOnAPage && y + height > bottom) turn(block)
    for (const slice of slices) {
      if (y + slice.height > bottom) turn(block)
      put(slice)
    }
  }
  return pages
}

const heightOf = (slices: readonly Slice[]): number =>
  slices.reduce((sum, { height }) => sum + height, 0)
