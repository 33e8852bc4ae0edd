import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { findCounts } from './findCounts.ts'
import { plainLine } from './plainLine.ts'
import { saysExtra } from './readUnitPrices.ts'

const PER = '(?:\\/|(?:per|pro|je|par|por|за)(?!\\p{L}))'
const PER_UNIT = new RegExp(`(?:^|\\s|\\()${PER}\\s*(\\p{L}[\\p{L}\\s-]{0,24}?)\\)?$`, 'iu')
const PER_MANY = new RegExp(`^${PER}\\s*`, 'iu')
const EXTRA_WORDS =
  /(?<![\p{L}])(?:extra|additional|more|overages?|excess|beyond|after|cost|price|fee|rate|charges?|zusätzliche[nrs]?|weitere[nrs]?|supplémentaires?|adiciona(?:l|is|les)|дополнительн\p{L}*)(?![\p{L}])/giu

/** A row of a matrix that is headed by a unit or as extra: "Overage per GB" and "$0.20", "Extra credits" and "$5 / 100". */
export function readExtraRow(
  label: string,
  cell: string,
  hints: MoneyHints,
  counted: readonly string[] = [],
): ReadUnitPrice | undefined {
  const text = plainLine(cell)
  const [amount, ...others] = findAmounts(text, hints)
  if (amount === undefined || others.length > 0) return undefined
  if (!/^[+\s]*$/u.test(text.slice(0, amount.start))) return undefined
  const rest = text.slice(amount.end).trim()
  const many = rest === '' ? undefined : findCounts(rest.replace(PER_MANY, ''))[0]
  const isMany =
    many !== undefined && PER_MANY.test(rest) && many.end === rest.replace(PER_MANY, '').length
  if (rest !== '' && !isMany) return undefined
  // Under "Overage" alone it is what the tier counts, if that is one thing.
  const only = counted.length === 1 && /^overages?$/iu.test(plainLine(label)) ? counted[0] : ''
  const unit = unitOf(plainLine(label)) || (only ?? '')
  if (unit === '') return undefined
  return {
    unit,
    amount: amount.value,
    per: many?.value ?? 1,
    evidence: `${label}: ${cell}`,
    confidence: 0.8,
  }
}

function unitOf(label: string): string {
  const told = PER_UNIT.exec(label)?.[1]?.trim()
  if (told !== undefined && findIntervals(`per ${told}`).length > 0) return ''
  if (told !== undefined) return told.replace(EXTRA_WORDS, ' ').trim()
  if (!saysExtra(label)) return ''
  const words = label.replace(EXTRA_WORDS, ' ').replace(/[:()]/gu, ' ').replace(/\s+/gu, ' ').trim()
  return words.split(' ').length <= 4 ? words : ''
}
