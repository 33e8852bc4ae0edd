import type { CardLine, ReadCard } from '../lines/CardLine.ts'
import type { ReadTier } from '../offer.ts'
import type { Cell, Grid } from '../page/findGrids.ts'
import { firstAt, type PageLine } from '../page/PageLine.ts'
import type { PageNode } from '../page/PageNode.ts'
import type { PageModel } from '../page/readModel.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { isPriceLine } from '../price/isPriceLine.ts'
import {
  isPricedOnRequest,
  isSurcharge,
  saysContact,
  saysFree,
  saysPopular,
} from '../price/priceWords.ts'
import { type PriceLine, type PriceReading, readPrices } from '../price/readPrices.ts'
import { CONFIDENCE, COUNT, EVIDENCE, LENGTH, RATIO } from '../thresholds.ts'
import { anyOf, SPACED_LANGUAGES, UNSPACED_LANGUAGES } from '../words/composeWords.ts'
import { CROSSES, DASHES, TICKS } from '../words/symbols.ts'
import { sameName } from '../words/tierNames.ts'
import { nameBeforePrice } from './findMarkers.ts'
import { isRival, saysNotOffered } from './groups/judgeGroup.ts'
import { isPlanName, unpricedTier } from './unpricedTier.ts'

/** An offer in a table. It is a plan, unless the table lists other goods. */
interface GridOffer {
  tier: ReadTier
  card: ReadCard
  reading: PriceReading
  isPlan: boolean
}

/** The contents of a table: rows for known tiers, or offers. */
export interface GridReading {
  /** The rows of each known tier, by name. */
  rows: Map<string, CardLine[]>
  offers: GridOffer[]
}

const PRICE_LABEL = new RegExp(
  String.raw`^(?:${anyOf(({ priceLabel }) => priceLabel, SPACED_LANGUAGES)}(?![\p{L}\p{N}_])|${anyOf(({ priceLabel }) => priceLabel, UNSPACED_LANGUAGES)})`,
  'iu',
)
const PLAN_LABEL = new RegExp(
  String.raw`^(?:${anyOf(({ planLabel }) => planLabel, SPACED_LANGUAGES)}(?![\p{L}\p{N}_])|${anyOf(({ planLabel }) => planLabel, UNSPACED_LANGUAGES)})`,
  'iu',
)
/** Rows about extra units or counted things do not contain the prices of plans. */
const MORE = new RegExp(
  String.raw`(?<!\p{L})${anyOf(({ extraRow }) => extraRow, SPACED_LANGUAGES)}|${anyOf(({ extraRow }) => extraRow, UNSPACED_LANGUAGES)}`,
  'iu',
)
const THING = new RegExp(
  String.raw`(?<!\p{L})(?:${anyOf(({ countedRow }) => countedRow)}|[kmgt]b|${anyOf(({ seatUnit }) => seatUnit, SPACED_LANGUAGES)})(?!\p{L})|${anyOf(({ seatLabel }) => seatLabel)}`,
  'iu',
)
const PER_UNIT = new RegExp(
  String.raw`(?:\/|\bper\b)\s*(?!${anyOf(({ planScope }) => planScope)})(?:\d|\p{L})|${anyOf(({ meteredUnit }) => meteredUnit)}`,
  'iu',
)

/** Reads a table with one plan per column or per row. */
export function readGrid(grid: Grid, tierNames: readonly string[], page: PageModel): GridReading {
  const reading: GridReading = { rows: new Map(), offers: [] }
  const parts = partsOf(grid)
  if (!parts) return reading
  const { header, body } = parts
  const columns = header
    .map((cell, index) => ({ cell, index, name: nameOf(cell, page.hints) }))
    .filter(
      ({ index, name }) => name && (index > 0 || tierNames.some((other) => sameName(other, name))),
    )
  const matched = columns.filter(({ name }) => tierNames.some((other) => sameName(other, name)))
  if (matched.length >= 2 || (matched.length === 1 && columns.length <= 2)) {
    for (const { name, index } of matched) {
      const tier = tierNames.find((other) => sameName(other, name)) ?? name
      reading.rows.set(tier, rowLines(body, index))
    }
    return reading
  }
  readColumns(columns, header, body, page, reading)
  if (reading.offers.length === 0) readRows(header, body, page, reading)
  return reading
}

function partsOf({ rows }: Grid): { header: Cell[]; body: Cell[][] } | null {
  const head = rows.findIndex((row) => new Set(row.filter(({ text }) => text)).size >= 2)
  const header = rows[head]
  return header ? { header, body: rows.slice(head + 1) } : null
}

/**
 * Reads the plans of a comparison without prices. A comparison with other products has no plans.
 */
export function readMatrix(grid: Grid, page: PageModel): Omit<GridOffer, 'reading'>[] {
  const parts = partsOf(grid)
  if (!parts) return []
  const columns = parts.header
    .map((cell, index) => ({ index, name: nameOf(cell, page.hints) }))
    .slice(1)
  const section = headingBefore(grid.node, page)
  const names = columns.map(({ name }) => name)
  const isNamed = names.every((name) => /^\p{L}/u.test(name) && name.length <= LENGTH.columnName)
  if (!isNamed || columns.length < 2 || new Set(names).size < names.length) return []
  if (names.some((name) => isRival(name) || PRICE_LABEL.test(name))) return []
  if (saysNotOffered(section)) return []
  const rows = parts.body.filter((row) => new Set(row).size > 1)
  const cells = rows.flatMap((row) => columns.flatMap(({ index }) => row[index] ?? []))
  const marks = cells.filter(({ text, lines }) => YES_NO.test(text) || lines.some(isMarked))
  const isOfPlans = names.every(isPlanName)
  const isMatrix =
    rows.length >= COUNT.matrixRows && marks.length >= cells.length * RATIO.matrixMarks
  if (!isMatrix && !(isOfPlans && rows.length >= COUNT.planRows)) return []
  return columns.map(({ index, name }) => {
    const tier = unpricedTier(name, section)
    return {
      isPlan: true,
      tier,
      card: { name, prices: tier.prices, lines: rowLines(parts.body, index) },
    }
  })
}

const YES_NO = new RegExp(
  `^(?:[${TICKS}${CROSSES}×○◯${DASHES}]|${anyOf(({ yes }) => yes)}|${anyOf(({ no }) => no)})$`,
  'iu',
)
const NO_MARK = new RegExp(`^[${CROSSES}${DASHES}]$`, 'u')
const NO = new RegExp(String.raw`^(?:[${CROSSES}×${DASHES}]|n\/a|${anyOf(({ no }) => no)})?$`, 'iu')
const isMarked = ({ text, mark }: PageLine): boolean => !text && mark !== null

const titleOf = ({ lines, text }: Cell): string =>
  lines.find((line) => line.text && !saysPopular(line.text))?.text ?? text
const nameOf = (cell: Cell, hints: MoneyHints): string => {
  const title = titleOf(cell)
  return (nameBeforePrice(title, hints) ?? title).slice(0, LENGTH.planName)
}
/** The text in the header of a column besides the name: "Pro ($9/mo)", or further lines. */
const headLines = (cell: Cell, hints: MoneyHints): string[] => {
  const title = titleOf(cell)
  const name = nameBeforePrice(title, hints)
  const below = cell.lines.slice(1).map(({ text }) => text)
  return name ? [title.slice(name.length), ...below] : below
}

/** The rows of a table as lines of the tier in one column. */
function rowLines(body: readonly Cell[][], column: number): CardLine[] {
  const lines: CardLine[] = []
  let group = ''
  for (const row of body) {
    const filled = new Set(row.filter(({ text }) => text))
    const label = labelOf(row[0])
    if (filled.size <= 1 && row[0]?.text && new Set(row).size <= 2) {
      group = label
      continue
    }
    const cell = row[column]?.text ?? ''
    if (!label || row[column] === row[0]) continue
    lines.push({
      text: `${label}: ${cell}`,
      isExcluded: NO.test(cell.trim()),
      isHeading: false,
      isListItem: true,
      isChrome: isPriceCell(row),
      row: { label, cell, ...(group ? { group } : {}) },
    })
  }
  return lines
}

/** Returns true if a cell states an interval, or that nothing has to be paid. */
const statesInterval = ({ text }: Cell): boolean =>
  findIntervals(text).length > 0 || saysFree(text) || isPricedOnRequest(text)
const labelOf = (cell: Cell | undefined): string => cell?.lines.find(({ text }) => text)?.text ?? ''
const isPriceCell = (row: readonly Cell[]): boolean => PRICE_LABEL.test(labelOf(row[0]))

interface Column {
  cell: Cell
  index: number
  name: string
}

/** Reads a table with one plan per column. A row or the header contains the prices. */
function readColumns(
  columns: readonly Column[],
  header: readonly Cell[],
  body: readonly Cell[][],
  page: PageModel,
  reading: GridReading,
): void {
  const { hints } = page
  const isPriced = ({ text }: Cell): boolean =>
    (isPriceLine(text, hints) && !isSurcharge(text)) ||
    saysFree(text) ||
    isPricedOnRequest(text) ||
    saysContact(text)
  const cellsOf = (row: readonly Cell[]): Cell[] =>
    columns.map(({ index }) => row[index]).filter((cell) => cell !== undefined)
  const candidates = body.filter((row) => {
    const label = labelOf(row[0])
    if (MORE.test(label) || (THING.test(label) && !isPriceCell(row))) return false
    const cells = cellsOf(row)
    if (label && !isPriceCell(row) && !cells.some(statesInterval)) return false
    const priced = cells.filter(isPriced).length
    return priced * 2 > cells.length || (priced > 0 && isPriceCell(row))
  })
  // A row of services may say "On request", so a row with amounts is preferred.
  const summed = candidates.filter((each) =>
    cellsOf(each).some(({ text }) => findAmounts(text, hints).length > 0),
  )
  const row = summed.find(isPriceCell) ?? candidates.find(isPriceCell) ?? summed[0] ?? candidates[0]
  const priceRows = row ? [row, ...summed.filter((each) => each !== row && isPriceCell(each))] : []
  const inHeader = columns.filter(({ cell }) =>
    headLines(cell, hints).some((text) => isPriceLine(text, hints)),
  )
  const free = columns.filter(({ name }) => saysFree(name))
  const isHeaded = inHeader.length > 0 && inHeader.length + free.length >= 2
  if (columns.length < 2 || (!row && !isHeaded)) return
  const label = labelOf(row?.[0])
  // "Price | $2 | $5" under "Rank checks" has one plan per row.
  if (row && !label && (header[0]?.text || !cellsOf(row).every(isPriced))) return
  if (row && columns.some(({ name }) => PRICE_LABEL.test(name))) return
  const section = headingBefore(header[0]?.node, page)
  for (const { cell, index, name } of columns) {
    const given: PriceLine[] = [
      ...headLines(cell, hints).map((text) => ({ text })),
      ...priceRows.flatMap((each) => priceLinesOf(each, index)),
    ]
    const texts = given.map(({ text }) => text)
    const read = readPrices(given, hints)
    const tier = tierOf(name, texts, read, section)
    if (!tier) continue
    const lines = rowLines(
      body.filter((other) => !priceRows.includes(other)),
      index,
    )
    reading.offers.push({
      tier,
      reading: read,
      isPlan: true,
      card: { name: tier.name, prices: tier.prices, lines },
    })
  }
}

/** The lines of a price cell, with the interval of its row: "Price per year". */
function priceLinesOf(row: readonly Cell[], index: number): PriceLine[] {
  const interval = findIntervals(labelOf(row[0]))[0]?.interval
  const period = interval === 'month' || interval === 'year' ? interval : undefined
  return (row[index]?.lines ?? []).map(({ text }) => (period ? { text, period } : { text }))
}

/** Reads a table with one plan per row. The header of a column says "Price". */
function readRows(
  header: readonly Cell[],
  body: readonly Cell[][],
  page: PageModel,
  reading: GridReading,
): void {
  const priceColumns = header
    .map((cell, index) => ({ index, text: cell.text }))
    .filter(({ text, index }) => index > 0 && PRICE_LABEL.test(text) && !PER_UNIT.test(text))
  if (priceColumns.length === 0) return
  const section = headingBefore(header[0]?.node, page)
  const isPlanTable =
    PLAN_LABEL.test(header[0]?.text ?? '') ||
    priceColumns.some(({ text, index }) =>
      [text, ...body.map((row) => row[index]?.text ?? '')].some((cell) =>
        findIntervals(cell).some(({ interval }) => interval === 'month' || interval === 'year'),
      ),
    )
  for (const row of body) {
    const name = labelOf(row[0]).slice(0, LENGTH.planName)
    if (!name || findAmounts(name, page.hints).length > 0) continue
    const texts = priceColumns.flatMap(({ index, text }) => {
      const cell = row[index]?.text ?? ''
      const hasOwn = findIntervals(cell).length > 0
      const word = hasOwn ? '' : findIntervals(text)[0] ? ` ${text}` : ''
      return cell ? [`${cell}${word}`] : []
    })
    const read = readPrices(
      texts.map((text) => ({ text })),
      page.hints,
    )
    const tier = tierOf(name, texts, read, section)
    if (!tier) continue
    const lines = header.flatMap((cell, index): CardLine[] => {
      const text = row[index]?.text
      if (index === 0 || !text || priceColumns.some((column) => column.index === index)) return []
      return [
        {
          text: `${cell.text}: ${text}`,
          isExcluded: NO_MARK.test(text),
          isHeading: false,
          isListItem: true,
          isChrome: false,
          row: { label: cell.text, cell: text },
        },
      ]
    })
    reading.offers.push({
      tier,
      reading: read,
      isPlan: isPlanTable,
      card: { name, prices: tier.prices, lines, unit: header[0]?.text ?? '' },
    })
  }
}

function tierOf(
  name: string,
  texts: readonly string[],
  read: PriceReading,
  section: string,
): ReadTier | null {
  const isContact = read.prices.length === 0 && (read.isOnRequest || texts.some(saysContact))
  if (read.prices.length === 0 && !isContact && saysFree(name)) {
    read.isFree = true
    read.prices.push({
      interval: 'month',
      amountMinor: 0,
      evidence: name,
      confidence: CONFIDENCE.loose,
    })
  }
  if (read.prices.length === 0 && !isContact) return null
  const tier: ReadTier = {
    name,
    prices: read.prices,
    entitlements: [],
    excluded: [],
    overage: [],
    evidence: [section, name, ...texts].filter(Boolean).join(' · ').slice(0, EVIDENCE.object),
    confidence: CONFIDENCE.stated,
  }
  if (read.perSeat) tier.perSeat = true
  if (read.isFree) tier.isFree = true
  if (isContact) tier.contactSales = true
  return tier
}

/** The heading before a table or a card. */
export function headingBefore(node: PageNode | undefined, page: PageModel): string {
  if (!node) return ''
  for (let i = firstAt(page.lines, node.order) - 1; i >= 0; i--) {
    const line = page.lines[i]
    if (line && line.heading > 0 && !line.isHidden) return line.text
  }
  return ''
}
