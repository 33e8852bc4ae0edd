import type { QuotaPeriod } from '../offer.ts'
import { composePer, composeWords } from '../words/composeWords.ts'
import { WordSearch } from '../words/WordSearch.ts'

/** A time after which a quota begins anew, and where in the text it is said. */
export interface PeriodSpan {
  period: QuotaPeriod
  start: number
  end: number
}

type Timed = Exclude<QuotaPeriod, 'one_time' | 'lifetime'>

/** What stands for a time after a slash; a month's "m" may as well be a minute. */
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
const EAST: readonly (readonly [QuotaPeriod, RegExp])[] = [
  ['minute', /(?:\/|每|毎|1)\s?(?:分鐘?|分钟)|毎分|분당/gu],
  ['day', /[/／]\s?(?:1?日|天|일)|毎日|每日|每天|1日(?=\d)|日次|하루|매일|일일/gu],
  ['week', /[/／]\s?(?:週間?|周|주)|毎週|每周|每週|매주|주간/gu],
  [
    'month',
    /[/／]\s?(?:か月|ヶ月|カ月|月間?|个月|個月|월|개월)|毎月|每月|每个月|月間|月(?=\s?[\d,]+)|매월|매달|월간|월(?=\s?[\d,]+)|한\s?달/gu,
  ],
  ['year', /[/／]\s?(?:年間?|년)|毎年|每年|年間|매년|연간/gu],
  ['one_time', /初回|一次性|買い切り|一回限り|注册|登録時|가입\s?시|일회성|1회성/gu],
]

/** Where a line says after which time its quota resets: "/ month", "per day", "täglich", "毎月". */
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

/** "Monthly active users" and "daily backups" are things, not times. */
function isPartOfName(text: string, span: PeriodSpan): boolean {
  return /^\s+(?:active|recurring|visitors?|backups?|digest|reports?|summar|updates?|newsletter|access)/iu.test(
    text.slice(span.end),
  )
}
