import type { ReadUnitPrice } from '../offer.ts'
import type { CardLine } from '../tiers/ReadCard.ts'
import { mentionsCredits } from './isCreditUnit.ts'
import { plainLine } from './plainLine.ts'

/** What a section is called that says what credits are spent on; one that sells them is called otherwise. */
const SPENDING =
  /(?<![\p{L}])(?:how|costs?|usage|uses?|used|spend\p{L}*|works?|consum\p{L}*|kosten|verbrauch\p{L}*|wie|coûts?|comment|consommation|cuestan?|cómo|uso|custam?|como|расход\p{L}*|стоимость|как)(?![\p{L}])|消費|使い方|仕組み|사용|소모|차감|消耗|使用/iu
const COST =
  /^(\d+(?:[.,]\d+)?)\s?(?:credits?|tokens?|crédits?|créditos?|кредит\p{L}*|токен\p{L}*|クレジット|크레딧|积分)(?![\p{L}])(?!\s*(?:\/|per|pro|par|por|в)\s*\p{L})/iu
const NUMBER = /^\d+(?:[.,]\d+)?$/u

/** Reads what actions cost in credits where a section tells it below their names: "Text stamp", "1", "credit". */
export function readCreditCosts(lines: readonly CardLine[]): ReadUnitPrice[] {
  const found: ReadUnitPrice[] = []
  let isSpending = false
  let label = ''
  let number = ''
  for (const line of lines) {
    const text = plainLine(line.text)
    if (text === '') continue
    if (line.isHeading && line.level !== undefined && line.level <= 3) {
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
        evidence: `${label}: ${number} ${line.text}`.slice(0, 300),
        confidence: 0.7,
      })
    number = NUMBER.test(text) ? text : ''
    if (amount !== undefined) label = ''
    else if (number === '') label = isName(text) ? text : ''
  }
  return found
}

function isName(text: string): boolean {
  return text.split(/\s+/u).length <= 5 && !/[.!?:]$|\d/u.test(text)
}
