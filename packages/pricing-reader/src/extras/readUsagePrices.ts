import type { CardLine } from '../lines/CardLine.ts'
import { isQuestions } from '../lines/lineKinds.ts'
import { plainLine } from '../lines/plainLine.ts'
import { readCreditCost } from '../lines/readCreditCosts.ts'
import { readUnitPrices } from '../lines/readUnitPrices.ts'
import type { ReadUnitPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { CONFIDENCE, COUNT, LENGTH, WORDS } from '../thresholds.ts'
import { anyOf, composeWords } from '../words/composeWords.ts'

const PAST = new RegExp(String.raw`^${anyOf(({ past }) => past)}\b`, 'iu')
/** Headings of sections that compare the product with competitors. */
const OTHERS = new RegExp(
  composeWords(({ rivals }) => rivals),
  'iu',
)
/** A label above a price: "Price per credit". */
const PRICE_PER = new RegExp(
  String.raw`^${anyOf(({ priceNoun }) => priceNoun)}\s+${anyOf(({ perUnit }) => perUnit)}\s+(\p{L}[\p{L}\s-]{1,${LENGTH.unit}})$`,
  'iu',
)
/** "1 credit = $0.01". */
const EACH_IS = new RegExp(
  String.raw`^(?:1|${anyOf(({ one }) => one)}|${anyOf(({ each }) => each)})\s+(\p{L}+(?:\s\p{L}+)?)\s*(?:=|:|${anyOf(({ costs }) => costs)})\s*$`,
  'iu',
)
const DAY = new RegExp(`^(?:${composeWords(({ day }) => day.noun)})`, 'iu')
const HOUR = new RegExp(`^${anyOf(({ hourUnit }) => hourUnit)}$`, 'iu')
/** An amount below one cent can only be a unit price. */
const TINY = /^0\.\d{3,}$/u

/** Reads the unit prices outside of tiers, each with the words that name its unit. */
export function readUsagePrices(lines: readonly CardLine[], hints: MoneyHints): ReadUnitPrice[] {
  const found: ReadUnitPrice[] = []
  const bare: ReadUnitPrice[] = []
  let heading = ''
  let isOthers = false
  let areQuestions = false
  let labels: string[] = []
  for (const line of lines) {
    const text = plainLine(line.text)
    if (text === '') continue
    if (line.isHeading) {
      areQuestions ||= isQuestions(text)
      isOthers = OTHERS.test(text)
      heading = isTitle(text, hints) ? text : ''
      labels = []
    }
    if (PAST.test(text) && text.split(/\s+/u).length <= WORDS.pastHeading) break
    if (isOthers) continue
    const cost =
      areQuestions || text.length > LENGTH.usageLine ? undefined : readCreditCost(line.text)
    if (cost !== undefined) found.push(cost)
    if (areQuestions || text.length > LENGTH.usageLine || isSentence(text)) {
      found.push(...readProse(text, hints))
      continue
    }
    const amounts = findAmounts(text, hints)
    if (amounts.length === 0) {
      if (!line.isHeading) labels.push(text)
      continue
    }
    const read = readUnitPrices(line.text, hints).filter(
      ({ isPerSeat, isRecurring, unit }) => !isPerSeat && !isRecurring && !DAY.test(unit),
    )
    // The unit of a line that is hardly more than a price is incomplete without the words above.
    const isShort = text.length <= LENGTH.bareUnitPrice
    // "15 hours at $50/hour = $750" is an example.
    if (amounts.length > 1 && /=/u.test(text)) continue
    const context = [heading, labelOf(labels)].filter((part) => part !== '').join(' ')
    for (const { unit, amount, per, evidence, confidence } of read) {
      // Two hourly prices in one line are a consultant's rates, one of them crossed out.
      if (HOUR.test(unit) && read.length > 1) continue
      found.push({
        unit: isShort ? withContext(context, unit) : unit,
        amount,
        per,
        evidence,
        confidence,
      })
    }
    const [only] = amounts
    const each = only === undefined ? undefined : EACH_IS.exec(text.slice(0, only.start))?.[1]
    if (only !== undefined && each !== undefined && only.end === text.length)
      found.push({
        unit: each,
        amount: only.value,
        per: 1,
        evidence: line.text,
        confidence: CONFIDENCE.likely,
      })
    if (only !== undefined && read.length === 0 && only.end - only.start === text.length) {
      const per = perOf(labels.at(-1) ?? '')
      const unit = per ?? labelOf(labels)
      if (unit !== '' && (per !== undefined || TINY.test(only.value)))
        bare.push({
          unit,
          amount: only.value,
          per: 1,
          evidence: `${unit} ${text}`,
          confidence: CONFIDENCE.loose,
        })
    }
    labels = []
  }
  return unique(bare.length > COUNT.tinyPrices ? found : [...found, ...bare])
}

/**
 * Reads unit prices in prose. Prose also mentions many prices that are not for sale. A price counts
 * if it is the only one in its sentence and if it is beyond a quota or below one cent.
 */
function readProse(text: string, hints: MoneyHints): ReadUnitPrice[] {
  return text.split(/(?<=[.!?])\s+(?=\p{Lu})/u).flatMap((sentence) => {
    if (sentence.endsWith('?') || sentence.length > LENGTH.usageSentence) return []
    const read = readUnitPrices(sentence, hints)
    const [only] = read
    if (only === undefined || read.length > 1 || only.isPerSeat || only.isRecurring) return []
    if (!only.isExtra && !TINY.test(only.amount)) return []
    const { unit, amount, per } = only
    return [{ unit, amount, per, evidence: sentence, confidence: CONFIDENCE.loose }]
  })
}

function isTitle(text: string, hints: MoneyHints): boolean {
  if (/[.!?]$/u.test(text) || text.split(/\s+/u).length > WORDS.usageTitle) return false
  return findAmounts(text, hints).length === 0
}

function isSentence(text: string): boolean {
  return /[.!?]["”’]?$/u.test(text) && text.split(/\s+/u).length > WORDS.sentence
}

function perOf(label: string): string | undefined {
  const unit = PRICE_PER.exec(label)?.[1]?.trim()
  return unit === undefined || findIntervals(`per ${unit}`).length > 0 ? undefined : unit
}

/** Returns the first short line above a price, which names the unit. */
function labelOf(labels: readonly string[]): string {
  return (
    labels.find(
      (label) => label.split(/\s+/u).length <= WORDS.usageLabel && !/[.!?:]$/u.test(label),
    ) ?? ''
  )
}

function withContext(context: string, unit: string): string {
  if (context === '' || context.length > LENGTH.unitContext) return unit
  return context.toLowerCase().includes(unit.toLowerCase()) ? context : `${context} ${unit}`
}

function unique(prices: ReadUnitPrice[]): ReadUnitPrice[] {
  return prices.filter(
    (one, index) =>
      prices.findIndex(
        (other) => other.unit === one.unit && other.amount === one.amount && other.per === one.per,
      ) === index,
  )
}
