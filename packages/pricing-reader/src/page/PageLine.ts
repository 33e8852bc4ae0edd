import { isWithin, type PageNode } from './PageNode.ts'

/** One line of the page as a browser would break it. */
export interface PageLine {
  /** Its words without those struck through. */
  text: string
  struck: string
  /** The element whose line it is. */
  block: PageNode
  /** The innermost element of its first words. */
  inner: PageNode
  /** Places in the page of its first and its last text. */
  order: number
  end: number
  isHidden: boolean
  /** 1 to 6 for a heading's line, 0 otherwise. */
  heading: number
  /** The list item that it stands in. */
  item: PageNode | null
  isButton: boolean
  mark: 'yes' | 'no' | null
}

/** The lines of an element: they stand together. */
export function linesIn({ lines }: { lines: readonly PageLine[] }, node: PageNode): PageLine[] {
  const from = firstAt(lines, node.order)
  let to = from
  for (let line = lines[to]; line && line.order <= node.end; line = lines[++to]);
  return lines.slice(from, to)
}

/** The index of the first line at or after a place. */
export function firstAt(lines: readonly PageLine[], order: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    const line = lines[middle]
    if (line && line.order < order) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a line is one of an element's bullets, and not the element itself being an item of a list. */
export const isBulletIn = (line: PageLine, node: PageNode): boolean =>
  line.item !== null && line.item !== node && isWithin(line.item, node)
