import { BOUND, COUNT, LENGTH, RATIO } from '../thresholds.ts'
import { linesIn, type PageLine } from './PageLine.ts'
import { type PageNode, walk } from './PageNode.ts'

/** A cell of a table. An icon becomes the text "✓" or "—". */
export interface Cell {
  node: PageNode
  lines: PageLine[]
  text: string
}

/** A table, or other elements that are laid out as one. */
export interface Grid {
  node: PageNode
  /** True for a `table` element. Other elements may also be a row of cards. */
  isTable: boolean
  rows: Cell[][]
}

/** Finds the tables of a page that contain data, in page order. */
export function findGrids(page: { lines: readonly PageLine[] }, body: PageNode): Grid[] {
  const grids: Grid[] = []
  let passed = -1
  for (const node of walk(body)) {
    if (node.order <= passed || node.isHidden || node.children.length === 0) continue
    const rows = node.tag === 'table' ? rowsOfTable(node) : rowsOfElements(node)
    if (!rows) continue
    const cells = rows
      .slice(0, BOUND.rows)
      .map((row) => row.slice(0, BOUND.columns).map((cell) => cellOf(cell, page)))
    if (cells.length < 2 || cells.flat().some(({ lines }) => lines.length > COUNT.cellLines))
      continue
    const isTable = node.tag === 'table'
    grids.push({ node, isTable, rows: cells })
    if (isTable) passed = node.end
  }
  return grids
}

function rowsOfTable(table: PageNode): PageNode[][] {
  const rows: PageNode[][] = []
  for (const node of walk(table)) {
    if (node.tag !== 'tr' || node.isHidden) continue
    const cells: PageNode[] = []
    for (const cell of node.children) {
      if (cell.tag !== 'td' && cell.tag !== 'th') continue
      const span = Math.min(Number(cell.attrs.get('colspan')) || 1, BOUND.columns)
      for (let i = 0; i < span && cells.length < BOUND.columns; i++) cells.push(cell)
    }
    if (cells.length > 0) rows.push(cells)
  }
  return rows
}

/**
 * Finds rows among other elements: similar children that have the same number of small children.
 */
function rowsOfElements(node: PageNode): PageNode[][] | null {
  const children = elementsOf(node)
  if (children.length < COUNT.gridRows) return null
  const widths = new Map<number, number>()
  for (const child of children) {
    const width = elementsOf(child).length
    widths.set(width, (widths.get(width) ?? 0) + 1)
  }
  const [width, count] = [...widths].sort((a, b) => b[1] - a[1])[0] ?? [0, 0]
  if (
    width < COUNT.gridColumns ||
    width > BOUND.columns ||
    count < COUNT.gridRows ||
    count < children.length * RATIO.gridRows
  )
    return null
  if (node.end - node.order > children.length * width * COUNT.nodesPerCell) return null
  return children.map(elementsOf).filter((row) => row.length === width || row.length === 1)
}

const elementsOf = (node: PageNode): PageNode[] =>
  node.children.filter(({ tag, isHidden }) => tag !== '#text' && tag !== 'svg' && !isHidden)

function cellOf(node: PageNode, page: { lines: readonly PageLine[] }): Cell {
  const all = linesIn(page, node)
  const lines = all.filter(({ isHidden }) => !isHidden)
  const mark = lines.find(({ mark }) => mark)?.mark ?? markIn(node)
  // Tables that draw ticks with CSS often have hidden text for screen readers: "Included".
  const hiddenText = node.tag === 'td' ? wordsOf(all) : ''
  const drawn = hiddenText.length <= LENGTH.hiddenCell ? hiddenText : ''
  const text = wordsOf(lines) || (mark === 'yes' ? '✓' : mark === 'no' ? '—' : drawn)
  return { node, lines, text }
}

const wordsOf = (lines: readonly PageLine[]): string =>
  lines
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' ')

function markIn(cell: PageNode): 'yes' | 'no' | null {
  for (const node of walk(cell)) if (node.mark) return node.mark
  return null
}
