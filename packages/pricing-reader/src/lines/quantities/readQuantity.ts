import type { QuotaPeriod } from '../../offer.ts'
import { LENGTH } from '../../thresholds.ts'
import {
  anyOf,
  SPACED_LANGUAGES,
  UNSPACED_LANGUAGES,
  wordPattern,
} from '../../words/composeWords.ts'
import { isCreditUnit } from '../../words/creditUnit.ts'
import { featureName } from '../featureName.ts'
import { type Count, findCounts, findUnlimited } from './findCounts.ts'
import { findPeriods, type PeriodSpan } from './findPeriods.ts'
import { readMeasure } from './readMeasure.ts'

/** The number of a feature, and the period after which it resets. */
export interface Quantity {
  feature: string
  value: number | 'unlimited'
  period?: QuotaPeriod
}

const UP_TO = anyOf(({ countLead }) => countLead)
const VERBS = anyOf(({ countVerb }) => countVerb)
/** Words before a number that are not part of the name. */
const LEAD = new RegExp(`^(?:(?:${UP_TO}|${VERBS})\\s*)+$`, 'iu')
const TRAILING_LEAD = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])${anyOf(({ countLead }) => countLead, SPACED_LANGUAGES)}|${anyOf(({ countLead }) => countLead, UNSPACED_LANGUAGES)})\s*$`,
  'iu',
)
/** Words before a number that says when or how, and not how much. */
const NOT_A_QUOTA_BEFORE = wordPattern(({ notQuotaBefore }) => notQuotaBefore)
const AT_LEAST = new RegExp(`^${anyOf(({ atLeast }) => atLeast)}$`, 'iu')
const KEPT_FOR = new RegExp(
  anyOf(({ keptFor }) => keptFor),
  'iu',
)
const SERVICE = new RegExp(String.raw`^\W*(?:\p{L}+\s+)?${anyOf(({ service }) => service)}`, 'iu')
const COMPARED = new RegExp(
  String.raw`^\s*${anyOf(({ compared }) => compared)}(?![\p{L}\p{N}])`,
  'iu',
)
const LABEL = new RegExp(
  String.raw`[:：=]\s*(?:[(~≈+]|max\.?|${anyOf(({ upTo }) => upTo)})?\s*$`,
  'iu',
)
const OF_THING = new RegExp(
  String.raw`^\s*(?:${anyOf(({ of }) => of)}|${anyOf(({ ofElided }) => ofElided)})?\s*\p{L}{3,}`,
  'iu',
)
const INCLUDED = new RegExp(
  String.raw`^\s*${anyOf(({ includedAfter }) => includedAfter)}(?=\s|$)`,
  'iu',
)
const OF = new RegExp(
  String.raw`^\s*(?:${anyOf(({ ofElided }) => ofElided)}|(?:x|×|${anyOf(({ of }) => of)})(?:\s+${anyOf(({ determiner }) => determiner)})?(?=\s))`,
  'iu',
)
const OF_AT_END = new RegExp(String.raw`\s+${anyOf(({ of }) => of)}$`, 'iu')

const RANGE = /^(\d{1,6})\s?[-–—]\s?(\d{1,6})(?=\s+\p{L}[\p{L}\s]*$)/u

/** Reads "6–10 crews" as up to 10. */
function upTo(line: string): string {
  const [range = '', low, high] = RANGE.exec(line) ?? []
  const isLasting = readMeasure(line.slice(range.length)) !== undefined
  return Number(low) < Number(high) && !isLasting ? line.replace(range, `${high}`) : line
}

/** Reads how much of a feature a line grants, if its number counts something. */
export function readQuantity(line: string): Quantity | undefined {
  const text = upTo(line)
  const unlimited = findUnlimited(text)
  const counts = unlimited === undefined ? findCounts(text) : []
  if (unlimited === undefined && counts.length === 0) return undefined
  const periods = findPeriods(text)
  if (unlimited !== undefined) {
    const period = periodOf(periods, unlimited.start)
    const feature = nameAround(text, unlimited.start, unlimited.end, periods, '')
    if (feature === '') return undefined
    return { feature, value: 'unlimited', ...(period === undefined ? {} : { period }) }
  }
  for (const count of counts) {
    const quantity = quantityAt(text, count, periods)
    if (quantity !== undefined) return quantity
  }
  return undefined
}

function quantityAt(text: string, count: Count, periods: PeriodSpan[]): Quantity | undefined {
  // Zero is not a grant.
  if (count.value === 0) return undefined
  const before = text.slice(0, count.start).replace(/[~≈≤<]\s?$/u, '')
  const after = text.slice(count.end)
  const measure = readMeasure(after)
  const end = count.end + (measure?.length ?? 0)
  const rest = text.slice(end)
  const isLabelled = LABEL.test(before)
  const period = periodOf(
    periods.filter((span) => span.start >= end || span.end <= count.start),
    count.start,
  )
  if (!isLabelled && !countsHere(before, count, rest, measure !== undefined, period))
    return undefined
  if (measure?.kind === 'duration' && !isLabelled && !lasts(before, rest, count, measure.unit))
    return undefined
  if (count.isTimes && (COMPARED.test(rest) || !/^\s*\p{L}/u.test(rest))) return undefined
  // Minutes and hours may be the feature itself: "500 minutes".
  const unit = measure === undefined ? '' : measure.unit
  const name = nameAround(text, count.start, end, periods, unit)
  if (name === '') return undefined
  return { feature: name, value: count.value, ...(period === undefined ? {} : { period }) }
}

/** Returns true if a number counts the words around it. */
function countsHere(
  before: string,
  count: Count,
  rest: string,
  isMeasured: boolean,
  period: QuotaPeriod | undefined,
): boolean {
  const previous = /([\p{L}\p{N}.&'’]+)\s*$/u.exec(before)?.[1] ?? ''
  const isInBrackets = /[([（]\s*(?:[^()（）]*\s)?$/u.test(before)
  const isLedUpTo = before === '' || LEAD.test(before.trim()) || TRAILING_LEAD.test(before)
  if (isInBrackets && isLedUpTo && /\p{L}.*[([（]/u.test(before)) return true
  if (isLedUpTo) return isMeasured || period !== undefined || /^\s*[\p{L}(/+"'“]/u.test(rest)
  if (AT_LEAST.test(before.trim())) return /^\s*\p{L}/u.test(rest) && !isMeasured
  if (NOT_A_QUOTA_BEFORE.test(previous)) return false
  // "Projects (10)" is a count. After a singular, a number in brackets is a footnote.
  if (/^\p{L}[\p{L}\s-]*s\s?\(\s*$/u.test(before) && /^\s*\)$/u.test(rest)) return true
  if (isInBrackets) return isMeasured || (period !== undefined && /^\s*[\p{L}/]/u.test(rest))
  if (isMeasured || period !== undefined) return true
  if (!/^\s*\p{L}/u.test(rest)) return false
  if (count.isGrouped) return true
  if (!Number.isInteger(count.value)) return false
  // In "Microsoft 365 sync" and "SOC 2 report" the number is part of a name.
  return !/^\p{Lu}/u.test(previous) && /[,;+&/·–—-]\s*$|\p{L}\s+$/u.test(before)
}

/**
 * Returns true if a length of time is granted. Otherwise it describes the speed or the duration of
 * a service.
 */
function lasts(before: string, rest: string, count: Count, unit: string): boolean {
  if (KEPT_FOR.test(rest) || KEPT_FOR.test(before)) return true
  if (count.isHyphened || SERVICE.test(rest)) return false
  if (unit === 'minutes' || unit === 'hours')
    return !/\p{L}{3,}\s*$/u.test(before) || LEAD.test(before.trim())
  return OF_THING.test(rest) && (before === '' || LEAD.test(before.trim()))
}

/** The period of a number: the first one after it, or else the last one before it. */
function periodOf(periods: PeriodSpan[], at: number): QuotaPeriod | undefined {
  return (periods.find((span) => span.start >= at) ?? periods.findLast((span) => span.end <= at))
    ?.period
}

const PER_SCOPE = new RegExp(
  String.raw`(\p{L})\s*\/\s*(?=${anyOf(({ scopeUnit }) => scopeUnit)}(?![\p{L}]))`,
  'iu',
)
const ASIDE_IN_BRACKETS = new RegExp(
  String.raw`^([^(（]{1,${LENGTH.countedThing}}[^\s(（])\s*[(（]([^)）]*)[)）]`,
  'u',
)
const MORE_AFTER_NOUN = new RegExp(
  String.raw`^(.{0,${LENGTH.countedThing}}?\p{L})\s{0,2}(?:[,;]|[≈=~]|\s[–—-]\s)(.*)$`,
  'u',
)
const COUNTED_ON = new RegExp(
  String.raw`^\s*${anyOf(({ countedOn }) => countedOn)}\s+(?:${anyOf(({ determiner }) => determiner)}\s+)?(?=\p{L})`,
  'iu',
)
const TOTAL_AFTER = new RegExp(String.raw`\s+${anyOf(({ totalAfter }) => totalAfter)}$`, 'iu')

function nameAround(
  text: string,
  start: number,
  end: number,
  periods: PeriodSpan[],
  unit: string,
): string {
  const blank = (from: number, to: number): string =>
    [...periods]
      .reverse()
      .filter((span) => span.start >= from && span.end <= to)
      .reduce(
        (part, span) => `${part.slice(0, span.start - from)} ${part.slice(span.end - from)}`,
        text.slice(from, to),
      )
  const left = blank(0, start)
    .replace(/\s+/gu, ' ')
    .replace(/[~≈≤<]\s?$/u, '')
    .trim()
  const right = blank(end, text.length)
    .replace(INCLUDED, ' ')
    .replace(OF, ' ')
    .replace(/^\s*\/\s*(?=\p{L})/u, ' per ')
    .replace(PER_SCOPE, '$1 per ')
    .replace(ASIDE_IN_BRACKETS, (whole, noun: string, aside: string) =>
      /\d/u.test(aside) || isCreditUnit(noun) ? noun : whole,
    )
    .replace(MORE_AFTER_NOUN, (whole, noun: string, more: string) =>
      isCreditUnit(noun) || /^[^\p{L}]*\d/u.test(more) ? noun : whole,
    )
    .replace(COUNTED_ON, ' ')
    .replace(/^(\s*(?:[\p{L}-]+\s){0,3}[\p{L}-]+):\s.*\p{L}.*$/u, '$1')
  const kept = LEAD.test(left) ? '' : left.replace(TRAILING_LEAD, '').replace(OF_AT_END, '')
  const name = featureName(
    `${kept} ${right}`
      .replace(/[(（]\s*/gu, ' ')
      .replace(/\s*[)）]/gu, ' ')
      .replace(/[:：=]\s*(?=\s|$)/gu, ' '),
  ).replace(TOTAL_AFTER, '')
  if (unit === '') return name
  if (name === '') return unit
  return /^per\s/u.test(name) ? `${unit} ${name}` : `${name} (${unit})`
}
