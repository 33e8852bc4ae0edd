import type { ReadCard } from '../lines/CardLine.ts'
import { plainLine } from '../lines/plainLine.ts'
import { findCounts } from '../lines/quantities/findCounts.ts'
import { isRecurring } from '../lines/quantities/findPeriods.ts'
import { readQuantity } from '../lines/quantities/readQuantity.ts'
import type { ReadCreditPackage, ReadPrice } from '../offer.ts'
import type { MoneyHints } from '../price/currencySigns.ts'
import { findAmounts, toMinor } from '../price/findAmounts.ts'
import { findIntervals } from '../price/findIntervals.ts'
import { saysNoSubscription } from '../price/priceWords.ts'
import { CONFIDENCE, EVIDENCE, LENGTH, NEAR } from '../thresholds.ts'
import { alternatives, anyOf, composeWords } from '../words/composeWords.ts'
import { isCreditUnit, mentionsCredits } from '../words/creditUnit.ts'

const RECURRING = new RegExp(
  alternatives(({ recurring }) => recurring),
  'iu',
)

/** Words for credits that are given away. */
const GIFT = new RegExp(
  composeWords(({ gift }) => gift),
  'iu',
)
const NOT_A_PRICE = new RegExp(String.raw`${anyOf(({ notPackPrice }) => notPackPrice)}\s*$`, 'iu')
const MORE = new RegExp(String.raw`^\+|${anyOf(({ morePack }) => morePack)}`, 'iu')
const PACK = new RegExp(`^${anyOf(({ pack }) => pack)}$`, 'iu')
const PER_MANY = new RegExp(
  String.raw`(?:\/|(?<![\p{L}])${anyOf(({ perUnit }) => perUnit)})\s*\d`,
  'iu',
)
const PARTS = new RegExp(
  String.raw`,\s+|\s*[;·|–—()]\s*|\s+(?:=|→|${anyOf(({ forWhom }) => forWhom)})\s+`,
  'u',
)
const BUY = new RegExp(String.raw`^${anyOf(({ buy }) => buy)}\s+(?=\d)`, 'iu')

/** Reads a card that sells credits once: one price without an interval, and a number of credits. */
export function readCreditPackage(card: ReadCard): ReadCreditPackage | undefined {
  const paid = card.prices.filter(({ amountMinor }) => amountMinor > 0)
  const [price] = paid
  if (price === undefined || paid.length > 1) return undefined
  if (price.interval !== 'one_time' && price.confidence >= CONFIDENCE.loose) return undefined
  if (card.unit !== undefined) return readPackageRow(card.unit, card.name, price)
  const texts = [card.name, ...numbersWithUnits(card)]
  if (texts.some((text) => RECURRING.test(text) && !saysNoSubscription(text))) return undefined
  for (const text of texts) {
    const credits = creditsIn(text)
    if (credits === undefined) continue
    return {
      credits,
      amountMinor: price.amountMinor,
      name: card.name,
      evidence: `${text} · ${price.evidence}`.slice(0, EVIDENCE.object),
      confidence: Math.min(CONFIDENCE.explicit, price.confidence + CONFIDENCE.packBonus),
    }
  }
  return undefined
}

/**
 * Returns the lines of a card. A number on a separate line is joined to the credit unit below it.
 * In a group of packs, a number without a unit is a number of credits.
 */
function numbersWithUnits({ lines, kind }: ReadCard): string[] {
  const isCounted = kind === 'packs' && !lines.some(({ text }) => creditsIn(text) !== undefined)
  return lines.map(({ text }, index) => {
    if (!/^\s*\+?\d[\d,.\s]*[kKM]?\s*$/u.test(text)) return text
    const number = text.trim().replace(/^\+/u, '')
    const next = lines[index + 1]?.text ?? ''
    if (isCreditUnit(next)) return `${number} ${next}`
    return isCounted ? `${number} credits` : text
  })
}

/** Returns true for a card that sells credits once and therefore is not a tier. */
export function isCreditPackage(card: ReadCard): boolean {
  return readCreditPackage(card) !== undefined
}

/** Reads a line with both the credits and the price: "100 credits for $10", "500 credits – $5". */
export function readPackageLine(line: string, hints: MoneyHints): ReadCreditPackage | undefined {
  const text = plainLine(line)
  if (text.length > LENGTH.packLine) return undefined
  const [amount, ...others] = findAmounts(text, hints)
  if (amount === undefined || others.length > 0 || amount.currency === null) return undefined
  const credits = `${text.slice(0, amount.start)} | ${text.slice(amount.end)}`
    .split('|')
    .map(creditsIn)
    .find((found) => found !== undefined)
  // "1 credit = $0.01" is a unit price.
  if (credits === undefined || credits <= 1) return undefined
  if (GIFT.test(text.slice(0, amount.start)) || GIFT.test(text.slice(amount.end))) return undefined
  if (findIntervals(text).some(({ interval }) => interval !== 'one_time')) return undefined
  if (NOT_A_PRICE.test(text.slice(0, amount.start))) return undefined
  if (/(?:\/|\bper\b)\s*\p{L}/iu.test(text.slice(amount.end, amount.end + NEAR.packUnit)))
    return undefined
  const amountMinor = toMinor(amount.value, amount.currency)
  if (amountMinor === null || amountMinor === 0) return undefined
  return { credits, amountMinor, evidence: line, confidence: CONFIDENCE.joined }
}

/**
 * Reads a row of a table of packs whose header names the unit: "+100 more" under "Rank checks",
 * beside "$5".
 */
function readPackageRow(
  unit: string,
  quantity: string,
  { amountMinor, evidence }: ReadPrice,
): ReadCreditPackage | undefined {
  const isMore = MORE.test(quantity)
  const isPack = PACK.test(unit)
  if (!isMore && !isPack && !isCreditUnit(unit) && !isCreditUnit(quantity)) return undefined
  const [count] = findCounts(plainLine(quantity).replace(/^\+/u, ''))
  if (count === undefined) return undefined
  return {
    credits: count.value,
    amountMinor,
    evidence: `${quantity} ${unit}: ${evidence}`,
    confidence: CONFIDENCE.joined,
  }
}

function creditsIn(text: string): number | undefined {
  const plain = plainLine(text)
  if (plain.length > LENGTH.packPart || !mentionsCredits(plain)) return undefined
  // "Input / 1M tokens" is the header of a column of unit prices.
  if (PER_MANY.test(plain)) return undefined
  for (const part of plain.split(PARTS)) {
    // In "50 page credits: reach every town" the text after the colon is an explanation.
    const bought = part.replace(BUY, '')
    const quantity = readQuantity(/^\d[^:]*(?=:\s)/u.exec(bought)?.[0] ?? bought)
    if (quantity === undefined || typeof quantity.value !== 'number' || quantity.value <= 0)
      continue
    if (isCreditUnit(quantity.feature) && !isRecurring(quantity.period)) return quantity.value
  }
  return undefined
}
