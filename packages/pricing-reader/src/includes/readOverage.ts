import type { CardLine } from '../lines/CardLine.ts'
import { plainLine } from '../lines/plainLine.ts'
import { findCounts } from '../lines/quantities/findCounts.ts'
import { readQuantity } from '../lines/quantities/readQuantity.ts'
import { readUnitPrices, saysExtra } from '../lines/readUnitPrices.ts'
import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { CONFIDENCE, LENGTH, NEAR, WORDS } from '../thresholds.ts'
import { anyOf, composeWords } from '../words/composeWords.ts'
import { bareTierName } from '../words/tierNames.ts'

const EACH = new RegExp(
  String.raw`^(?:\+|${anyOf(({ overageLead }) => overageLead)}|${anyOf(({ thenPrice }) => thenPrice)})?[\s:]*(?:${anyOf(({ atPrice }) => atPrice)}\s+)?(\S+(?:\s\S+)?)\s+${anyOf(({ eachAfter }) => eachAfter)}\.?$`,
  'iu',
)

/**
 * Reads "+ 0.0002 each" below "50,000 calls": the price of one more. Without a currency sign it
 * must be a fraction.
 */
export function readPriceOfOneMore(
  line: string,
  before: string,
  hints: MoneyHints,
): ReadUnitPrice | undefined {
  const text = line.trim()
  const price = text.length > LENGTH.overageLine ? undefined : EACH.exec(text)?.[1]
  if (price === undefined) return undefined
  const unit = readQuantity(plainLine(before))?.feature
  if (unit === undefined) return undefined
  const [amount] = findAmounts(price, hints)
  const isWhole = amount !== undefined && amount.end - amount.start === price.length
  const bare = /^\+/u.test(text) && /^0\.\d+$/u.test(price) ? price : undefined
  const value = isWhole ? amount.value : bare
  if (value === undefined) return undefined
  return {
    unit,
    amount: value,
    per: 1,
    evidence: `${before} ${line}`,
    confidence: CONFIDENCE.joined,
  }
}

const PER = String.raw`(?:\/|${anyOf(({ perUnit }) => perUnit)}(?!\p{L}))`
const PER_UNIT = new RegExp(
  `(?:^|\\s|\\()${PER}\\s*(\\p{L}[\\p{L}\\s-]{0,${LENGTH.unit}}?)\\)?$`,
  'iu',
)
const PER_MANY = new RegExp(`^${PER}\\s*`, 'iu')
const OVERAGE = new RegExp(`^${anyOf(({ overage }) => overage)}$`, 'iu')
const EXTRA_WORDS = new RegExp(
  composeWords(({ extraWord }) => extraWord),
  'giu',
)

/**
 * Reads a row of a comparison about extra units: "Overage per GB" and "$0.20", "Extra credits" and
 * "$5 / 100".
 */
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
  // A row called only "Overage" is about the one thing that the tier counts.
  const only = counted.length === 1 && OVERAGE.test(plainLine(label)) ? counted[0] : ''
  const unit = unitOf(plainLine(label)) || (only ?? '')
  if (unit === '') return undefined
  return {
    unit,
    amount: amount.value,
    per: many?.value ?? 1,
    evidence: `${label}: ${cell}`,
    confidence: CONFIDENCE.likely,
  }
}

function unitOf(label: string): string {
  const unit = PER_UNIT.exec(label)?.[1]?.trim()
  if (unit !== undefined && findIntervals(`per ${unit}`).length > 0) return ''
  if (unit !== undefined) return unit.replace(EXTRA_WORDS, ' ').trim()
  if (!saysExtra(label)) return ''
  const words = label.replace(EXTRA_WORDS, ' ').replace(/[:()]/gu, ' ').replace(/\s+/gu, ' ').trim()
  return words.split(' ').length <= WORDS.overageUnit ? words : ''
}

const AFTER = new RegExp(
  String.raw`^[^,;.]{0,${NEAR.tierAfterPrice}}?(?:\(|\s${anyOf(({ onTier }) => onTier)}\s+)([^),;.]{2,${LENGTH.tierInSentence}})`,
  'iu',
)
const BEFORE = new RegExp(String.raw`([^,;.(]{2,${LENGTH.tierInSentence}}?)\s*[:=–—-]\s*$`, 'u')

/**
 * Reads overage prices in a sentence outside of the cards: "requests continue at $0.002/query
 * (Free), $0.001/query (Pro)". The sentence must state at least two prices, each with the name of
 * its tier.
 */
export function readOverageSentences(
  lines: readonly CardLine[],
  names: readonly string[],
  hints: MoneyHints,
): Map<string, ReadUnitPrice[]> {
  const byTier = new Map<string, ReadUnitPrice[]>()
  for (const line of lines) {
    if (!/\d/u.test(line.text)) continue
    for (const sentence of plainLine(line.text).split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
      if (sentence.length > LENGTH.overageSentence) continue
      for (const [name, price] of readSentence(sentence, names, hints))
        byTier.set(name, [...(byTier.get(name) ?? []), price])
    }
  }
  return byTier
}

function readSentence(
  sentence: string,
  names: readonly string[],
  hints: MoneyHints,
): [string, ReadUnitPrice][] {
  const amounts = findAmounts(sentence, hints)
  if (amounts.length < 2) return []
  const prices = readUnitPrices(sentence, hints)
  if (prices.length !== amounts.length) return []
  const found = prices.flatMap((price, index): [string, ReadUnitPrice][] => {
    const amount = amounts[index]
    if (amount === undefined || !price.isExtra || price.isRecurring) return []
    const next = amounts[index + 1]?.start ?? sentence.length
    const last = amounts[index - 1]?.end ?? 0
    const after = AFTER.exec(sentence.slice(amount.end, next))?.[1]
    const before = BEFORE.exec(sentence.slice(last, amount.start))?.[1]
    const name = [after, before].map((part) => tierOf(part, names)).find((one) => one !== undefined)
    if (name === undefined) return []
    const { unit, amount: value, per } = price
    return [[name, { unit, amount: value, per, evidence: sentence, confidence: CONFIDENCE.loose }]]
  })
  return found.length === prices.length ? found : []
}

function tierOf(words: string | undefined, names: readonly string[]): string | undefined {
  if (words === undefined) return undefined
  return names.find((name) => bareTierName(name) === bareTierName(words))
}
