import { cleanText, type Measure, type TextStyle, wrapText } from './paperText.core.ts'

export type Tone = 'ink' | 'soft' | 'faint' | 'good' | 'bad'

/** Something to draw; y counts down from the top, and is the baseline of a text. */
export type Mark =
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly style: TextStyle
      readonly tone: Tone
    }
  | {
      readonly kind: 'rule'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly tone: Tone
    }
  | { readonly kind: 'watermark'; readonly text: string }

/** A strip across the paper that is never divided; its marks count from its top. */
export interface Slice {
  readonly height: number
  readonly marks: readonly Mark[]
}

/** Strips that belong together: on one page, if they fit on one. */
export interface Block {
  readonly slices: readonly Slice[]
  /** What stands on top of a page that this block begins or goes on on. */
  readonly repeated?: readonly Slice[]
}

export interface Place {
  readonly x: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

export interface Look {
  readonly style: TextStyle
  readonly tone?: Tone
}

const LEADING = 1.35

export const gap = (height: number): Slice => ({ height, marks: [] })

/** Text in a column, one strip for each line that it takes. */
export function column(text: string, place: Place, look: Look, measure: Measure): Slice[] {
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

const startOf = (line: string, place: Place, style: TextStyle, measure: Measure): number =>
  place.align === 'right' ? place.x + place.width - measure(line, style) : place.x

/** Strips higher than this may have to be divided. */
const HIGH = 300

/** Columns next to each other, in one strip unless they are very long. */
export function beside(...columns: readonly (readonly Slice[])[]): Slice[] {
  const height = Math.max(0, ...columns.map(heightOf))
  if (height <= HIGH) return [{ height, marks: columns.flatMap(lower) }]
  const rows = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: rows }, (_, row) => {
    const slices = columns.flatMap((slices) => slices[row] ?? [])
    return {
      height: Math.max(...slices.map(({ height }) => height)),
      marks: slices.flatMap(({ marks }) => marks),
    }
  })
}

/** The marks of strips under each other, counted from the top of the first. */
function lower(slices: readonly Slice[]): Mark[] {
  let y = 0
  return slices.flatMap(({ height, marks }) => {
    const moved = marks.map((mark) => moveDown(mark, y))
    y += height
    return moved
  })
}

const moveDown = (mark: Mark, by: number): Mark =>
  mark.kind === 'watermark' ? mark : { ...mark, y: mark.y + by }

/** A line across, with room around it. */
export const rule = (x: number, width: number, above: number, below: number): Slice => ({
  height: above + below,
  marks: [{ kind: 'rule', x, y: above, width, tone: 'faint' }],
})

/** Text on one line, cut where the room ends. */
export function fitText(text: string, width: number, style: TextStyle, measure: Measure): string {
  const line = cleanText(text)
  if (measure(line, style) <= width) return line
  const [first = ''] = wrapText(line, width - measure('…', style), style, measure)
  return `${first}…`
}

/** Puts blocks on pages, from the top of each to its bottom. */
export function paginate(
  blocks: readonly Block[],
  { top, bottom }: { top: number; bottom: number },
): Mark[][] {
  const pages: Mark[][] = [[]]
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
