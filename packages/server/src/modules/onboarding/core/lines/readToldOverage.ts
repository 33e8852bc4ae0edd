import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import type { CardLine } from '../tiers/ReadCard.ts'
import { plainLine } from './plainLine.ts'
import { readUnitPrices } from './readUnitPrices.ts'
import { bareTierName } from './sameTier.ts'

const LONGEST_SENTENCE = 300
const AFTER =
  /^[^,;.]{0,30}?(?:\(|\s(?:on|for|in|with|im|für|pour|en|para|no|на)\s+(?:the\s+)?)([^),;.]{2,30})/iu
const BEFORE = /([^,;.(]{2,30}?)\s*[:=–—-]\s*$/u

/**
 * Reads what more costs in each tier where a sentence beside them tells it: "requests continue at $0.002/query (Free),
 * $0.001/query (Pro)". Two prices at least, each with the name of its tier, or none.
 */
export function readToldOverage(
  lines: readonly CardLine[],
  names: readonly string[],
  hints: MoneyHints,
): Map<string, ReadUnitPrice[]> {
  const told = new Map<string, ReadUnitPrice[]>()
  for (const line of lines) {
    if (!/\d/u.test(line.text)) continue
    for (const sentence of plainLine(line.text).split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
      if (sentence.length > LONGEST_SENTENCE) continue
      for (const [name, price] of readSentence(sentence, names, hints))
        told.set(name, [...(told.get(name) ?? []), price])
    }
  }
  return told
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
    return [[name, { unit, amount: value, per, evidence: sentence, confidence: 0.7 }]]
  })
  return found.length === prices.length ? found : []
}

function tierOf(words: string | undefined, names: readonly string[]): string | undefined {
  if (words === undefined) return undefined
  return names.find((name) => bareTierName(name) === bareTierName(words))
}
