import { languages } from '../languages/index.ts'
import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts, type PageAmount } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { CONFIDENCE, LENGTH, NEAR, WORDS } from '../thresholds.ts'
import { alternatives, anyOf, composeWords, wordPattern } from '../words/composeWords.ts'
import { isCreditUnit } from '../words/creditUnit.ts'
import { plainLine } from './plainLine.ts'
import { findCounts } from './quantities/findCounts.ts'
import { readQuantity } from './quantities/readQuantity.ts'

/** A unit price, and facts that decide whether it is the price of a tier. */
export interface UnitPriceReading extends ReadUnitPrice {
  currency: string
  /** On top of a quota: "extra", "additional", "plus", "then". */
  isExtra: boolean
  /** Per user, seat or person. */
  isPerSeat: boolean
  /** Paid again each month or year: "$6/mo per person". */
  isRecurring: boolean
}

const PER = String.raw`(?:/|${anyOf(({ perEach }) => perEach)}(?![\p{L}\p{N}]))`
const INTERVAL = anyOf(({ day, week, month, year }) =>
  [day, week, month, year].flatMap(({ noun }) => noun ?? []).join('|'),
)
const ADVERB = anyOf(({ month, year }) =>
  [month, year].flatMap(({ adverb }) => adverb ?? []).join('|'),
)
const INTERVAL_STEP = new RegExp(
  `^\\s*(?:${PER}\\s*${INTERVAL}(?![\\p{L}\\p{N}])|${ADVERB})\\.?`,
  'iu',
)
const UNIT_STEP = new RegExp(
  `^\\s*(?:${PER}|/)\\s*(?:(?:${anyOf(({ unitAdjective }) => unitAdjective)}|${anyOf(({ additional }) => additional)})\\s+)?`,
  'iu',
)
const FOR_STEP = new RegExp(
  String.raw`^\s*(?:=|→|:|${anyOf(({ forWhom }) => forWhom)})\s+(?=\d)`,
  'iu',
)
const EXTRA = wordPattern(({ extra }) => extra)
/** Returns true for text about something on top of a quota. */
export function saysExtra(text: string): boolean {
  return EXTRA.test(text)
}

const PEOPLE = composeWords(({ seat, seatUnit }) => seatUnit ?? seat.noun)
const SEAT = new RegExp(
  String.raw`^(?:${anyOf(({ seatAdjective }) => seatAdjective)}\s+)?(?:${PEOPLE})(?![\p{L}])`,
  'iu',
)
const WORD_NUMBERS: readonly (readonly [RegExp, number])[] = [
  [new RegExp(String.raw`^${anyOf(({ thousand }) => thousand)}(?![\p{L}])\s*`, 'iu'), 1e3],
  [new RegExp(String.raw`^${anyOf(({ million }) => million)}(?![\p{L}])\s*`, 'iu'), 1e6],
]
/** A fee per device that is paid once is not a unit price. */
const PAID_ONCE = new RegExp(
  alternatives(({ onceFee }) => onceFee),
  'iu',
)
/** Things that a whole plan is sold for: "per project" is not a unit price. */
const NO_UNIT = new RegExp(String.raw`^${anyOf(({ planUnit }) => planUnit)}(?![\p{L}])`, 'iu')
const PERSON = new RegExp(PEOPLE, 'iu')

/** Reads all unit prices in a line: "$0.002 per request", "€5 je 1.000 E-Mails", "+$1 / GB". */
export function readUnitPrices(line: string, hints: MoneyHints): UnitPriceReading[] {
  const text = plainLine(line)
  return findAmounts(text, hints).flatMap((amount) => readAt(text, line, amount) ?? [])
}

function readAt(text: string, evidence: string, amount: PageAmount): UnitPriceReading | undefined {
  const before = text.slice(0, amount.start)
  let rest = text.slice(amount.end)
  // "30-80k" is an estimate.
  if (/\d\s?[-–—~]\s?\d/u.test(text.slice(amount.start, amount.end + NEAR.range))) return undefined
  const interval = intervalStep(rest)
  if (interval !== undefined) rest = rest.slice(interval.length)
  const unitStep = UNIT_STEP.exec(rest)?.[0]
  const isFor = unitStep === undefined && interval === undefined
  const step = unitStep ?? (isFor ? FOR_STEP.exec(rest)?.[0] : undefined)
  if (step === undefined) return readMore(before, rest, interval !== undefined, amount, evidence)
  const isExtra = saysExtra(before) || saysExtra(rest) || /\+\s*$/u.test(before)
  rest = rest.slice(step.length)
  // "de R$ 99 por R$ 79" is a former price and a price.
  if (/^\s*\p{L}{0,3}\p{Sc}/u.test(rest)) return undefined
  if (PAID_ONCE.test(rest.slice(0, NEAR.onceFee))) return undefined
  const { per, after } = readPer(rest)
  if (isFor && per === 1) return undefined
  const isEach = EACH.test(step) && after.trim() === ''
  const unit = unitOf(after) || (per > 1 || isEach ? unitBefore(before) : '')
  // "$10 for 100 credits" is a pack.
  if (isFor && isCreditUnit(unit)) return undefined
  if (unit === '' || new RegExp(`^${INTERVAL}$`, 'iu').test(unit) || NO_UNIT.test(unit))
    return undefined
  return {
    unit: named(before, unit),
    amount: amount.value,
    currency: amount.currency,
    per,
    isExtra,
    isPerSeat: SEAT.test(unit),
    isRecurring:
      interval !== undefined ||
      new RegExp(`^[^,;.]{0,${NEAR.unitPeriod}}${PER}\\s*${INTERVAL}(?![\\p{L}])`, 'iu').test(
        after,
      ),
    evidence,
    confidence: CONFIDENCE.stated,
  }
}

const EACH_LEAD = new RegExp(String.raw`^(?:${anyOf(({ each }) => each)}\s+)?$`, 'iu')
const EACH = new RegExp(String.raw`^\s*${anyOf(({ each }) => each)}\s*$`, 'iu')
const MORE = new RegExp(
  String.raw`^(?:${anyOf(({ perEach }) => perEach)}\s+)?${anyOf(({ additional }) => additional)}\s+(\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?)\s*[:–—-]?\s*[+~]?\s*$`,
  'iu',
)

/** Matches before the price in "Every extra 100 replies cost $5". */
const EVERY_MORE = [
  new RegExp(
    String.raw`^${anyOf(({ everyAdditional }) => everyAdditional)}\s+(?<count>\d[\d,.]*\s?k?)?\s*(?<unit>\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?)\s*(?:[:=–—-]|${anyOf(({ costs }) => costs)})\s*[+~]?\s*$`,
    'iu',
  ),
  ...languages.flatMap(({ everyAdditionalPattern }) =>
    everyAdditionalPattern ? [new RegExp(String.raw`^${everyAdditionalPattern}\s*$`, 'iu')] : [],
  ),
]

/**
 * Reads the price of one more, with the unit before the price: "Additional seats: $5/mo", "Every
 * extra 100 replies cost $5".
 */
function readMore(
  before: string,
  rest: string,
  isRecurring: boolean,
  amount: PageAmount,
  evidence: string,
): UnitPriceReading | undefined {
  const every =
    isRecurring || /\p{L}/u.test(rest)
      ? undefined
      : EVERY_MORE.map((pattern) => pattern.exec(before)?.groups).find(Boolean)
  const unit = isRecurring ? MORE.exec(before)?.[1] : every?.unit
  if (unit === undefined) return undefined
  return {
    unit,
    amount: amount.value,
    currency: amount.currency,
    per: findCounts(every?.count ?? '')[0]?.value ?? 1,
    isExtra: true,
    isPerSeat: SEAT.test(unit),
    isRecurring,
    evidence,
    confidence: CONFIDENCE.joined,
  }
}

/** The words that make a price recurring: "/mo", "per year", "/月". */
function intervalStep(rest: string): string | undefined {
  const step = INTERVAL_STEP.exec(rest)?.[0]
  if (step !== undefined) return step
  const [first] = findIntervals(rest)
  // "/user/month" is one expression in price texts, but here the user is the unit.
  if (first !== undefined && PERSON.test(rest.slice(first.start, first.end))) return undefined
  if (first === undefined || first.interval === 'one_time' || first.interval === 'hour')
    return undefined
  return /^[\s(]*$/u.test(rest.slice(0, first.start)) ? rest.slice(0, first.end) : undefined
}

function readPer(rest: string): { per: number; after: string } {
  const [count] = findCounts(rest)
  if (count !== undefined && EACH_LEAD.test(rest.slice(0, count.start)))
    return { per: count.value, after: rest.slice(count.end).replace(/^[\s-]+/u, '') }
  for (const [pattern, per] of WORD_NUMBERS) {
    const match = pattern.exec(rest)
    // Without a unit after it, "mi" is a mile and "mn" a minute, and not a million.
    if (match !== null && !/^\p{L}{1,2}\s*$/u.test(rest))
      return { per, after: rest.slice(match[0].length) }
  }
  return { per: 1, after: rest }
}

const LABEL = new RegExp(
  String.raw`^([^:：]{3,${LENGTH.unitLabel}}?)(?:[:：]\s*[+~]?|\s+${anyOf(({ labelEnd }) => labelEnd)})$`,
  'iu',
)
const UNIT_END = new RegExp(
  String.raw`[,;:.()[\]·|–—+*!\p{Sc}]|\s-\s|\/|(?:^|\s)${anyOf(({ unitEnd }) => unitEnd)}(?=\s|$|[),])`,
  'iu',
)
const PRICE_LEAD = new RegExp(
  String.raw`^(?:${anyOf(({ priceLead }) => priceLead)}(?![\p{L}])[\s:]*)+`,
  'iu',
)
const BUY = new RegExp(String.raw`^${anyOf(({ buy }) => buy)}\s+`, 'iu')
const MORE_UNIT = new RegExp(
  String.raw`^\s*(?:${anyOf(({ of }) => of)}\s+)?${anyOf(({ moreUnit }) => moreUnit)}(?:\s+|(?=\*?$))`,
  'iu',
)
const STATES = new RegExp(String.raw`(?<![\p{L}])${anyOf(({ states }) => states)}(?![\p{L}])`, 'iu')

/**
 * Finds the unit before the price: "10,000 emails, then $1 per 1,000", "Additional emails: $1 per
 * 1,000".
 */
function unitBefore(before: string): string {
  const counted = readQuantity(before.split(/,\s|[;(]/u)[0] ?? '')?.feature
  if (counted !== undefined) return counted
  const label = LABEL.exec(before.trim())?.[1]
  return unitOf((label ?? '').replace(BUY, ''))
}

/** The words of the unit, without the rest of the line. */
function unitOf(after: string): string {
  const words = after
    .replace(MORE_UNIT, (lead) => (/\s$/u.test(lead) ? '' : 'unit'))
    .split(UNIT_END)[0]
    ?.trim()
    .split(/\s+/u)
    .slice(0, WORDS.unit)
    .join(' ')
  return words !== undefined && /^[\p{L}]/u.test(words) ? words : ''
}

/** Adds a short label before the price to the unit: "Opus input: $15 / MTok". */
function named(before: string, unit: string): string {
  const label = before
    .replace(/[\s:–—+(-]+$/u, '')
    .replace(PRICE_LEAD, '')
    .trim()
  const isSaid = STATES.test(label)
  const isLabel =
    !isSaid &&
    /^\p{L}/u.test(label) &&
    label.length <= LENGTH.unitLabel &&
    !/[.,;!?]/u.test(label) &&
    !/\d/u.test(label)
  return isLabel && !label.toLowerCase().includes(unit.toLowerCase()) ? `${label} ${unit}` : unit
}
