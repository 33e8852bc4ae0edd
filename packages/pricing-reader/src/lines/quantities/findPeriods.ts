import type { QuotaPeriod } from '../../offer.ts'
import {
  alternatives,
  anyOf,
  composePer,
  composeWords,
  UNSPACED_LANGUAGES,
} from '../../words/composeWords.ts'
import { WordSearch } from '../../words/WordSearch.ts'

/** A time after which a quota resets, and its position in the text. */
export interface PeriodSpan {
  period: QuotaPeriod
  start: number
  end: number
}

type Timed = Exclude<QuotaPeriod, 'one_time' | 'lifetime'>

/** Abbreviations after a slash, except "m", which may mean a month or a minute. */
const SHORT: readonly (readonly [Timed, string])[] = [
  ['second', 's'],
  ['minute', 'min'],
  ['hour', 'h'],
  ['day', '[dj]'],
  ['week', 'wks?'],
  ['month', 'mon?s?'],
  ['quarter', 'qtr'],
  ['year', 'y'],
]
const SEARCHES: readonly (readonly [QuotaPeriod, WordSearch])[] = [
  ...SHORT.map(
    ([period, short]) =>
      [
        period,
        new WordSearch(
          (among) =>
            `\\s?/\\s?${short}(?![a-z\\d])|${composePer(({ [period]: { short: _, alone: __, ...words } }) => words, among)}`,
        ),
      ] as const,
  ),
  ['month', new WordSearch(() => '(?<![a-z])p(?:/m|\\.m\\.)(?![a-z])')],
  ['lifetime', new WordSearch((among) => composeWords(({ lifetime }) => lifetime, among))],
  ['one_time', new WordSearch((among) => composeWords(({ once }) => once, among))],
]
const EAST: readonly (readonly [QuotaPeriod, RegExp])[] = (
  ['minute', 'day', 'week', 'month', 'year', 'one_time'] as const
).map((period) => [
  period,
  new RegExp(
    alternatives(({ quotaPeriods }) => quotaPeriods?.[period], UNSPACED_LANGUAGES),
    'gu',
  ),
])

const PERIOD_IN_NAME = new RegExp(
  String.raw`^\s+${anyOf(({ periodInName }) => periodInName)}`,
  'iu',
)

/** A quota with such a period is granted again and again. */
export const isRecurring = (period: QuotaPeriod | undefined): boolean =>
  period !== undefined && period !== 'one_time' && period !== 'lifetime'

/**
 * Finds the places where a line says when its quota resets: "/ month", "per day", "täglich", "毎月".
 */
export function findPeriods(text: string): PeriodSpan[] {
  const spans: PeriodSpan[] = []
  const add = (span: PeriodSpan): void => {
    if (isPartOfName(text, span)) return
    if (!spans.some((other) => other.start < span.end && span.start < other.end)) spans.push(span)
  }
  for (const [period, search] of SEARCHES)
    for (const { start, end } of search.findIn(text)) add({ period, start, end })
  if (/[\u3040-\ud7ff]/.test(text))
    for (const [period, pattern] of EAST)
      for (const { 0: word, index } of text.matchAll(pattern))
        add({ period, start: index, end: index + word.length })
  return spans.sort((a, b) => a.start - b.start)
}

/**
 * Returns true in "monthly active users" and "daily backups", which name things and not periods.
 */
function isPartOfName(text: string, span: PeriodSpan): boolean {
  return PERIOD_IN_NAME.test(text.slice(span.end))
}
