import type { ReadUnitPrice } from '../offer.ts'
import { CONFIDENCE, COUNT, EVIDENCE, LENGTH, WORDS } from '../thresholds.ts'
import { anyOf, composeWords } from '../words/composeWords.ts'
import { isCreditUnit, mentionsCredits } from '../words/creditUnit.ts'
import { WordSearch } from '../words/WordSearch.ts'
import type { CardLine } from './CardLine.ts'
import { plainLine } from './plainLine.ts'

const INTERVAL = new WordSearch(
  (among) =>
    `^(?:${composeWords(
      ({ day, week, month, quarter, year }) =>
        [day, week, month, quarter, year]
          .map(({ noun }) => noun)
          .filter(Boolean)
          .join('|'),
      among,
    )})`,
)
const CREDIT = `(${anyOf(({ creditName }) => creditName)})`
const NUMBER = String.raw`(\d+(?:[.,]\d+)?|${anyOf(({ one }) => one)})`
const CREDITS_PER = new RegExp(
  String.raw`(?:^|[\s:(–—-])${NUMBER}\s?${CREDIT}\s*(?:/|=|,|${anyOf(({ each }) => each)}|${anyOf(({ perUnit }) => perUnit)})\s*(?:(?:[~≈]|${anyOf(({ roughly }) => roughly)})\s*)?(?:(\d[\d,.]*|${anyOf(({ one }) => one)})\s+)?([\p{L}][\p{L}\s-]{1,${LENGTH.creditAction}}?)(?=$|[.,;:()·|]|\s[–—])`,
  'iu',
)
const THING_COSTS = new RegExp(
  `^(?:(\\d[\\d,.]*|${anyOf(({ one }) => one)}|${anyOf(({ each }) => each)})\\s+)?([\\p{L}][\\p{L}\\s-]{1,${LENGTH.actionName}}?)\\s*(?:=|:|–|—|-|${anyOf(({ actionCosts }) => actionCosts)})\\s*${NUMBER}\\s?${CREDIT}(?:\\s+${anyOf(({ each }) => each)})?$`,
  'iu',
)

/**
 * Reads the cost of an action in credits: "2 credits per image", "One credit, one task", "Video: 10
 * credits".
 */
export function readCreditCost(line: string): ReadUnitPrice | undefined {
  const text = plainLine(line).replace(/\.$/u, '')
  if (text.length > LENGTH.creditCostLine || !mentionsCredits(text)) return undefined
  const first = text.split(/\.\s+/u)[0] ?? text
  const per = CREDITS_PER.exec(first)
  if (per?.[4] !== undefined && !INTERVAL.isIn(per[4]))
    return creditCost(per[1], per[2], per[3], per[4], line)
  const costs = THING_COSTS.exec(first)
  // "1 ABC = 100 credits" is the price of credits in a token.
  if (costs?.[2] !== undefined && !isCreditUnit(costs[2]) && !/^[A-Z]{3,4}$/u.test(costs[2]))
    return creditCost(costs[3], costs[4], costs[1], costs[2], line)
  return undefined
}

function creditCost(
  amount: string | undefined,
  credit: string | undefined,
  per: string | undefined,
  unit: string,
  evidence: string,
): ReadUnitPrice | undefined {
  if (amount === undefined || credit === undefined) return undefined
  const value = /^\d/u.test(amount) ? amount.replace(',', '.') : '1'
  const many = per !== undefined && /^\d/u.test(per) ? Number(per.replace(/,/gu, '')) : 1
  if (!(many > 0)) return undefined
  return {
    unit: `${unit.trim()} (credits)`,
    amount: value,
    per: many,
    evidence,
    confidence: CONFIDENCE.joined,
  }
}

/** Headings of sections that explain how credits are spent. */
const SPENDING = new RegExp(
  composeWords(({ spending }) => spending),
  'iu',
)
const COST = new RegExp(
  String.raw`^(\d+(?:[.,]\d+)?)\s?${CREDIT}(?![\p{L}])(?!\s*(?:\/|${anyOf(({ priceContinues }) => priceContinues)})\s*\p{L})`,
  'iu',
)
const BARE_NUMBER = /^\d+(?:[.,]\d+)?$/u

/** Reads costs in a section that states them below the actions: "Text stamp", "1", "credit". */
export function readCreditCosts(lines: readonly CardLine[]): ReadUnitPrice[] {
  const found: ReadUnitPrice[] = []
  let isSpending = false
  let label = ''
  let number = ''
  for (const line of lines) {
    const text = plainLine(line.text)
    if (text === '') continue
    if (line.isHeading && line.level !== undefined && line.level <= COUNT.sectionLevel) {
      isSpending = mentionsCredits(text) && SPENDING.test(text)
      label = ''
      number = ''
      continue
    }
    if (!isSpending) continue
    const amount = COST.exec(number === '' ? text : `${number} ${text}`)?.[1]
    if (amount !== undefined && label !== '')
      found.push({
        unit: `${label} (credits)`,
        amount: amount.replace(',', '.'),
        per: 1,
        evidence: `${label}: ${number} ${line.text}`.slice(0, EVIDENCE.object),
        confidence: CONFIDENCE.loose,
      })
    number = BARE_NUMBER.test(text) ? text : ''
    if (amount !== undefined) label = ''
    else if (number === '') label = isName(text) ? text : ''
  }
  return found
}

function isName(text: string): boolean {
  return text.split(/\s+/u).length <= WORDS.creditAction && !/[.!?:]$|\d/u.test(text)
}
