import { plainLine } from '../lines/plainLine.ts'
import { findCounts } from '../lines/quantities/findCounts.ts'
import { readUnitPrices } from '../lines/readUnitPrices.ts'
import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { CONFIDENCE, LENGTH } from '../thresholds.ts'
import { anyOf } from '../words/composeWords.ts'

/** Headers of tables that compare the prices of competitors. */
const THIRD_PARTY = new RegExp(`^${anyOf(({ rivalColumn }) => rivalColumn)}$`, 'iu')
const PER = String.raw`(?:\/|(?<!\p{L})${anyOf(({ perUnit }) => perUnit)}(?!\p{L}))`
const UNIT_HEAD = new RegExp(
  String.raw`${PER}\s*((?:[\d.,]+\s?[kKmM]?\s+)?[\p{L}][\p{L}\s-]{1,${LENGTH.unit}})(?=$|[)\],])`,
  'iu',
)
const COST_HEAD = new RegExp(
  `^(?:${anyOf(({ costColumn }) => costColumn)}|${anyOf(({ priceNoun }) => priceNoun)})`,
  'iu',
)
const CREDITS = new RegExp(
  anyOf(({ creditName }) => creditName),
  'iu',
)
const PLAIN_NUMBER = /^\d+(?:[.,]\d+)*$/u
/** "200/page" in a column of credits. */
const PER_EACH = new RegExp(
  String.raw`\s*(?:\/|${anyOf(({ perUnit }) => perUnit)}\s)\s*(\p{L}{2,${LENGTH.unitWord}})$`,
  'iu',
)
const PER_AT_START = new RegExp(
  String.raw`^(?:\/|${anyOf(({ perUnit }) => perUnit)}(?!\p{L}))\s*`,
  'iu',
)
const BAND = new RegExp(
  String.raw`\d\s*(?:[-–—~〜+]|${anyOf(({ rangeTo }) => rangeTo)})|^[<>≤≥]`,
  'iu',
)
const SUBSCRIPTION = new RegExp(`^${anyOf(({ subscriptionUnit }) => subscriptionUnit)}`, 'iu')
const OF_UNIT = new RegExp(`^${anyOf(({ unitColumn }) => unitColumn)}$`, 'iu')

/**
 * Reads a table of unit prices: a row names the action, and the header of a column names the unit.
 */
export function readUsageTable(
  rows: readonly (readonly string[])[],
  hints: MoneyHints,
): ReadUnitPrice[] {
  const [header, ...body] = rows
  if (header === undefined || body.length === 0) return []
  if (header.some((cell) => THIRD_PARTY.test(plainLine(cell)))) return []
  const unitColumn = header.findIndex((cell) => OF_UNIT.test(plainLine(cell)))
  return header.flatMap((head, column) =>
    column === 0 || column === unitColumn ? [] : readColumn(head, column, body, hints, unitColumn),
  )
}

function readColumn(
  head: string,
  column: number,
  body: readonly (readonly string[])[],
  hints: MoneyHints,
  unitColumn: number,
): ReadUnitPrice[] {
  const match = UNIT_HEAD.exec(plainLine(head))
  const headed = perOf(match?.[1] ?? '')
  const lead = plainLine(head)
    .slice(0, match?.index ?? 0)
    .replace(/[\s(]+$/u, '')
  const isCost = COST_HEAD.test(plainLine(head))
  const isInCredits = CREDITS.test(head)
  return body.flatMap((row) => {
    const name = plainLine(row[0] ?? '')
    const cell = plainLine(row[column] ?? '')
    if (name === '' || name.length > LENGTH.tableName || cell.length > LENGTH.tableCell) return []
    const evidence = `${name}: ${cell}`
    const unit = headed ?? (isCost ? perOf(row[unitColumn] ?? '') : undefined)
    const [amount] = findAmounts(cell, hints)
    if (!/\p{L}/u.test(name)) {
      // A band of volume prices: "0 – 10,000" under "Price per email".
      if (amount === undefined || headed === undefined || isBarred(headed.unit)) return []
      if (!BAND.test(name)) return []
      const banded = `${headed.unit} (${name})`
      return [
        {
          unit: banded,
          amount: amount.value,
          per: headed.per,
          evidence,
          confidence: CONFIDENCE.assumed,
        },
      ]
    }
    const prices = readUnitPrices(cell, hints).filter(
      ({ isPerSeat, isRecurring }) => !isPerSeat && !isRecurring,
    )
    if (prices.length > 0)
      return prices.map(({ unit, amount, per, confidence }) => ({
        unit: `${name} ${unit}`,
        amount,
        per,
        evidence,
        confidence,
      }))
    if (amount !== undefined && unit !== undefined && !isBarred(unit.unit)) {
      const of = COST_HEAD.test(lead) ? [name, unit.unit] : [name, lead, unit.unit]
      const named = of.filter((part) => part !== '').join(' ')
      return [
        {
          unit: named,
          amount: amount.value,
          per: unit.per,
          evidence,
          confidence: CONFIDENCE.loose,
        },
      ]
    }
    const credits = creditsOf(cell, isInCredits)
    if (credits === undefined || (!isInCredits && !isCost)) return []
    const each = PER_EACH.exec(cell)?.[1]
    const of = each === undefined ? name : `${name} ${each}`
    return [
      { unit: `${of} (credits)`, amount: credits, per: 1, evidence, confidence: CONFIDENCE.loose },
    ]
  })
}

function isBarred(unit: string): boolean {
  return SUBSCRIPTION.test(unit) || findIntervals(`per ${unit}`).length > 0
}

/** Separates the number from the unit: "1M tokens", "per 1,000", "GB". */
function perOf(header: string): { unit: string; per: number } | undefined {
  const text = plainLine(header).replace(PER_AT_START, '')
  const [count] = findCounts(text)
  if (count !== undefined && count.start === 0)
    return { unit: text.slice(count.end).trim(), per: count.value }
  return text === '' || text.length > LENGTH.unit ? undefined : { unit: text, per: 1 }
}

/**
 * Reads "5 credits", or a bare number in a column of credits. A monthly charge is not the price of
 * an action.
 */
function creditsOf(cell: string, isInCredits: boolean): string | undefined {
  const match = /^(\d+(?:[.,]\d+)*)\s+(\p{L}+)$/u.exec(cell)
  if (match?.[1] !== undefined && CREDITS.test(match[2] ?? '')) return numberOf(match[1])
  if (!isInCredits || findIntervals(cell).length > 0) return undefined
  const number = cell.replace(PER_EACH, '').trim()
  return PLAIN_NUMBER.test(number) ? numberOf(number) : undefined
}

function numberOf(digits: string): string | undefined {
  const [count] = findCounts(digits)
  return count === undefined || count.value === 0 ? undefined : String(count.value)
}
