import { isWithin, type PageNode } from './PageNode.ts'

/** A line of the page, with the breaks that a browser would make. */
export interface PageLine {
  /** The text that is not struck through. */
  text: string
  struck: string
  /** The element that the line belongs to. */
  block: PageNode
  /** The innermost element of the first word. */
  inner: PageNode
  /** The positions of the first and the last text node. */
  order: number
  end: number
  isHidden: boolean
  /** The level of a heading, from 1 to 6; 0 for other lines. */
  heading: number
  /** The list item that contains the line. */
  item: PageNode | null
  isButton: boolean
  mark: 'yes' | 'no' | null
}

/** The lines of an element, which are always adjacent. */
export function linesIn({ lines }: { lines: readonly PageLine[] }, node: PageNode): PageLine[] {
  const from = firstAt(lines, node.order)
  let to = from
  for (let line = lines[to]; line && line.order <= node.end; line = lines[++to]);
  return lines.slice(from, to)
}

/** The index of the first line at or after a position. */
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

/**
 * Returns true for a bullet of an element. The lines of a list item that is itself the element are
 * not bullets.
 */
export const isBulletIn = (line: PageLine, node: PageNode): boolean =>
  line.item !== null && line.item !== node && isWithin(line.item, node)
