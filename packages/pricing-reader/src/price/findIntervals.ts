import type { PriceInterval } from '../offer.ts'
import {
  composePer,
  composeStems,
  composeWords,
  toLowerCaseSameLength,
} from '../words/composeWords.ts'
import { WordSearch } from '../words/WordSearch.ts'

/** Longer intervals first: "every 3 months" is a quarter, not a month. */
const SEARCHES: readonly [PriceInterval, WordSearch][] = [
  ['quarter', new WordSearch((among) => composePer(({ quarter }) => quarter, among))],
  ['month', new WordSearch((among) => composePer(({ month }) => month, among))],
  ['year', new WordSearch((among) => composePer(({ year }) => year, among))],
  ['week', new WordSearch((among) => composePer(({ week }) => week, among))],
  ['day', new WordSearch((among) => composePer(({ day }) => day, among))],
  ['hour', new WordSearch((among) => composePer(({ hour }) => hour, among))],
  ['one_time', new WordSearch((among) => composeWords(({ oneTime }) => oneTime, among))],
]

export interface IntervalWord {
  interval: PriceInterval
  start: number
  end: number
}

/** Finds the intervals in a text, in order. */
export function findIntervals(text: string): IntervalWord[] {
  const found: IntervalWord[] = []
  for (const [interval, search] of SEARCHES) {
    for (const { start, end } of search.findIn(text)) {
      if (found.some((other) => start < other.end && other.start < end)) continue
      found.push({ interval, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

const SEVERAL = new RegExp(
  `^\\s*(?:[/／]|${composeWords(({ per, perTime, during }) => [per, perTime, during].filter(Boolean).join('|'))})\\s?(\\d+)\\s?(?:(${composeWords(({ month }) => month.noun)})|${composeWords(({ hour, day, week, year }) => [hour.noun, day.noun, week.noun, year.noun].filter(Boolean).join('|'))})`,
)

/** The interval of a text that begins with several periods: "per 3 months". */
export function intervalOfSeveral(text: string): PriceInterval | null {
  const [, count, month] = SEVERAL.exec(toLowerCaseSameLength(text)) ?? []
  if (count === undefined || count === '1') return null
  if (month !== undefined && count === '3') return 'quarter'
  return month !== undefined && count === '12' ? 'year' : 'one_time'
}

const BILLED_YEARLY = new WordSearch((among) =>
  composeStems(({ billedYearly }) => billedYearly, among),
)
const BILLED_MONTHLY = new WordSearch((among) =>
  composeStems(({ billedMonthly }) => billedMonthly, among),
)

export const saysBilledYearly = (text: string): boolean => BILLED_YEARLY.isIn(text)
export const saysBilledMonthly = (text: string): boolean => BILLED_MONTHLY.isIn(text)
