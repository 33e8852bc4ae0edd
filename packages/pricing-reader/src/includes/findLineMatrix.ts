import type { CardLine } from '../lines/CardLine.ts'
import { plainLine } from '../lines/plainLine.ts'
import { findUnlimited } from '../lines/quantities/findCounts.ts'
import { COUNT, LENGTH } from '../thresholds.ts'
import { sameName } from '../words/tierNames.ts'

const VALUE = /^[~≤<+]?\d[\d.,\s]*\s?(?:[kKMGT]i?B?)?\+?$/u

/**
 * Finds a comparison that is not a table: one line per tier name, then alternating labels and
 * cells. If the cards have no features, the names may be missing. Returns the rows of each tier.
 */
export function findLineMatrix(
  lines: readonly CardLine[],
  names: readonly string[],
  areBare: boolean,
): Map<string, CardLine[]> {
  const found = new Map<string, CardLine[]>()
  if (names.length < 2) return found
  const candidates = lines.filter(({ isChrome, text }) => !isChrome || text.trim() === '')
  let headers = 0
  for (let at = 0; at + names.length < candidates.length; at += 1) {
    const isHeader = names.every((name, index) =>
      sameName(candidates[at + index]?.text ?? '', name),
    )
    if (!isHeader && !areBare) continue
    if (isHeader) headers += 1
    if (headers > COUNT.lineMatrixHeaders) break
    const rows = rowsFrom(candidates, at + (isHeader ? names.length : 0), names.length, isHeader)
    if (rows.filter(isCertainRow).length < COUNT.lineMatrixRows) continue
    names.forEach((name, column) => {
      found.set(
        name,
        rows.flatMap(([label, ...cells]) => rowOf(label, cells[column]) ?? []),
      )
    })
    return found
  }
  return found
}

function rowsFrom(
  lines: readonly CardLine[],
  start: number,
  columns: number,
  mayBeWords: boolean,
): CardLine[][] {
  const rows: CardLine[][] = []
  let at = start
  while (at + columns < lines.length) {
    if (mayBeWords && lines[at]?.isHeading && !/\?$/u.test(lines[at]?.text ?? '')) {
      at += 1
      continue
    }
    const row = lines.slice(at, at + columns + 1)
    if (!isRow(row) || !(mayBeWords || isCertainRow(row))) break
    rows.push(row)
    at += columns + 1
  }
  return rows
}

function isRow([label, ...cells]: readonly CardLine[]): boolean {
  if (label === undefined || isMark(label) || label.isHeading) return false
  const text = plainLine(label.text)
  if (!/\p{L}/u.test(text) || text.length > LENGTH.matrixLabel || isValue(label)) return false
  return cells.every((cell) => !cell.isHeading && cell.text.length <= LENGTH.matrixLabel)
}

/** Returns true for a row in which every cell is a mark or a value, and not prose. */
function isCertainRow([, ...cells]: readonly CardLine[]): boolean {
  return cells.every((cell) => isMark(cell) || isValue(cell))
}

function isMark({ text, isListItem, isExcluded }: CardLine): boolean {
  return (text.trim() === '' && isListItem) || (isExcluded && !/\p{L}/u.test(text))
}

function isValue({ text }: CardLine): boolean {
  const plain = text.trim()
  const unlimited = findUnlimited(plain)
  return VALUE.test(plain) || (unlimited?.start === 0 && unlimited.end === plain.length)
}

function rowOf(label: CardLine | undefined, cell: CardLine | undefined): CardLine | undefined {
  if (label === undefined || cell === undefined) return undefined
  const value = isMark(cell) ? (cell.isExcluded ? '—' : '✓') : cell.text.trim()
  return {
    text: `${label.text}: ${value}`,
    isExcluded: cell.isExcluded,
    isHeading: false,
    isListItem: true,
    isChrome: false,
    row: { label: label.text, cell: value },
  }
}
