import type { PriceInterval, ReadPrice } from '../offer.ts'
import { CONFIDENCE, EVIDENCE, LENGTH, NEAR, RATIO } from '../thresholds.ts'
import { anyOf, composeWords } from '../words/composeWords.ts'
import { isCreditUnit } from '../words/creditUnit.ts'
import { codeOf, type MoneyHints } from './currencySigns.ts'
import { findAmounts, type PageAmount, toMinor, withPlainDigits } from './findAmounts.ts'
import {
  findIntervals,
  intervalOfSeveral,
  saysBilledMonthly,
  saysBilledYearly,
} from './findIntervals.ts'
import {
  beginsWithFrom,
  endsWithFrom,
  isAside,
  isDecoy,
  isIntroductory,
  isPricedOnRequest,
  isSurcharge,
  perLength,
  saysFree,
  saysPerSeat,
  saysSetup,
} from './priceWords.ts'
import { type ClassifiedPrice, settlePrices } from './settlePrices.ts'

export interface PriceReading {
  prices: ReadPrice[]
  perSeat: boolean
  isFree: boolean
  /** The price is given on request. */
  isOnRequest: boolean
  setupFeeMinor?: number
  currency: string | null
  /** Indexes of the lines with prices, and of the lines that qualify them. */
  used: Set<number>
  /** The page states no interval, so one was assumed. */
  isIntervalAssumed: boolean
}

/** A line of a card, and the interval that its elements are named after. */
export interface PriceLine {
  text: string
  period?: 'month' | 'year'
}

interface AmountInContext {
  amount: PageAmount
  line: number
  before: string
  after: string
  /** The amount in the page's spelling. */
  written: string
  period: 'month' | 'year' | undefined
}

/** "$499, no monthly fee ever" */
const NO_FEES = new RegExp(String.raw`\b${anyOf(({ noRecurringFee }) => noRecurringFee)}\b`, 'i')
const THEN = new RegExp(String.raw`(?:^|\s)${anyOf(({ thenPrice }) => thenPrice)}\s*:?\s*$`, 'iu')
/** "Annual billing available" is about another price. */
const IS_OFFERED = new RegExp(
  composeWords(({ available }) => available),
  'iu',
)
/** "More weekly credits" says how often something is granted, not how often it is paid for. */
const OF_THING = new RegExp(
  String.raw`${anyOf(({ intervalAdjective }) => intervalAdjective)}\s+(?!${anyOf(({ paymentNoun }) => paymentNoun)})\p{L}+`,
  'iu',
)
const ON_TOP = new RegExp(String.raw`(?:\+|${anyOf(({ onTop }) => onTop)})\s*$`, 'iu')
const ECHO = new RegExp(
  String.raw`(?:=|\(|${anyOf(({ equals }) => equals)})[\p{L}\s]{0,${NEAR.echo}}$`,
  'iu',
)

/** Reads the prices of one card from its lines. */
export function readPrices(given: readonly PriceLine[], hints: MoneyHints): PriceReading {
  const reading: PriceReading = {
    prices: [],
    perSeat: false,
    isFree: false,
    isOnRequest: false,
    currency: null,
    used: new Set(),
    isIntervalAssumed: false,
  }
  const lines = given.map(({ text }) => text)
  const read = collect(given, hints, reading.used).flatMap((one) => classify(one, reading) ?? [])
  for (const settled of settlePrices(read)) {
    const { isAssumed, isPerSeat, saysYearly: _, saysMonthly: __, isEcho: ___, ...price } = settled
    reading.prices.push(price)
    if (isAssumed) reading.isIntervalAssumed = true
    if (isPerSeat) reading.perSeat = true
  }
  lines.forEach((line, index) => {
    if (saysFree(line) && reading.prices.length === 0) {
      reading.prices.push({
        interval: 'month',
        amountMinor: 0,
        evidence: line,
        confidence: CONFIDENCE.explicit,
      })
      reading.used.add(index)
    } else if (isPricedOnRequest(line)) {
      reading.isOnRequest = true
      reading.used.add(index)
    }
  })
  if (reading.isOnRequest) {
    reading.prices = reading.prices.filter((price) => !isBesideRequest(price))
    reading.isIntervalAssumed &&= reading.prices.some(
      ({ confidence }) => confidence < CONFIDENCE.explicit,
    )
  }
  reading.isFree =
    reading.prices.length > 0 && reading.prices.every(({ amountMinor }) => amountMinor === 0)
  return reading
}

/**
 * Returns true for an amount beside "Custom" that is a surcharge or has a description ("$50
 * deposit").
 */
const isBesideRequest = ({ amountMinor, confidence, isFrom, evidence }: ReadPrice): boolean =>
  amountMinor > 0 &&
  !isFrom &&
  (isSurcharge(evidence) || (confidence < CONFIDENCE.explicit && /\p{L}{4}/u.test(evidence)))

/**
 * Collects the amounts with the words around them. A sign and its number may be on separate lines.
 */
function collect(
  given: readonly PriceLine[],
  hints: MoneyHints,
  used: Set<number>,
): AmountInContext[] {
  const lines = given.map(({ text }) => withPlainDigits(text))
  const found: AmountInContext[] = []
  const labels = labelLines(lines, hints)
  for (let i = 0; i < lines.length; i++) {
    const { text, last } = joinSplit(lines, i, hints)
    const amounts = findAmounts(text, hints)
    if (amounts.length === 0) continue
    for (let line = i; line <= last; line++) used.add(line)
    let tail = ''
    for (let next = last + 1; next < lines.length && next <= last + NEAR.qualifiers; next++) {
      if (labels.has(next)) break
      const line = lines[next] ?? ''
      const amount = findAmounts(line, hints)[0]
      const head = amount ? line.slice(0, amount.start) : line
      if (!isQualifier(head) || (amount && (!belongsToPriceAbove(head) || isOwnLabel(head)))) break
      used.add(next)
      // A line that a switch shows for yearly billing says nothing about the monthly price.
      const [shown, other] = [given[i]?.period, given[next]?.period]
      if (!shown || !other || shown === other) tail += ` ${head}`
      if (amount) break
    }
    const above = lines[i - 1] ?? ''
    const hasLead =
      labels.has(i - 1) ||
      (above.length <= LENGTH.priceLead && !used.has(i - 1) && endsWithFrom(above))
    if (hasLead) used.add(i - 1)
    amounts.forEach((amount, n) => {
      const next = amounts[n + 1]
      const between = text.slice(amounts[n - 1]?.end ?? 0, amount.start)
      found.push({
        amount,
        line: i,
        period: given[i]?.period,
        written: text.slice(amount.start, amount.end),
        before: n === 0 && hasLead ? `${above} ${between}` : between,
        after: text.slice(amount.end, next?.start ?? text.length) + (next ? '' : tail),
      })
    })
    i = last
  }
  return found
}

/** Lines that label the amount below them: "Monthly" over one amount and "Yearly" over the next. */
function labelLines(lines: readonly string[], hints: MoneyHints): Set<number> {
  const labels = new Map<number, PriceInterval>()
  lines.forEach((line, index) => {
    const [word] = line.length <= LENGTH.intervalLabel ? findIntervals(line) : []
    if (!word || word.end - word.start < line.trim().length || perLength(line) > 0) return
    if (findAmounts(joinSplit(lines, index + 1, hints).text, hints).length > 0)
      labels.set(index, word.interval)
  })
  return new Set(labels.values()).size >= 2 ? new Set(labels.keys()) : new Set()
}

/** Joins a price whose sign, number, cents or code are on separate lines. */
function joinSplit(
  lines: readonly string[],
  at: number,
  hints: MoneyHints,
): { text: string; last: number } {
  let text = lines[at] ?? ''
  let last = at
  const next = lines[at + 1] ?? ''
  if (
    /^[^\d]{1,5}$/.test(text) &&
    /^\d/.test(next) &&
    findAmounts(`${text}1`, hints).length === 1
  ) {
    text += next
    last = at + 1
  } else if (/^\d[\d.,\s']*$/.test(text) && findAmounts(`1 ${next}`, hints)[0]?.start === 0) {
    text += ` ${next}`
    last = at + 1
  }
  const cents = lines[last + 1] ?? ''
  if (/^[.,]\d\d(?!\d)/.test(cents) && /\d$/.test(text) && findAmounts(text, hints).length === 1) {
    text += cents
    last++
  }
  const code = lines[last + 1] ?? ''
  if (/^[A-Z]{3}$/.test(code) && codeOf(code) && findAmounts(text, hints).length === 1) {
    text += ` ${code}`
    last++
  }
  return { text, last }
}

/**
 * Returns true if the words before an amount belong to the price above: "billed yearly at", but not
 * "Yearly:".
 */
const belongsToPriceAbove = (head: string): boolean =>
  /^[/+*(]/.test(head) ||
  perLength(head) > 0 ||
  isIntroductory(head) ||
  beginsWithInterval(head) ||
  (SPACED.test(head) && (saysBilledYearly(head) || saysBilledMonthly(head)))
/** Scripts with spaces. In other scripts a phrase such as "年払い" labels the next amount. */
const SPACED = /[a-z\u0370-\u06ff\u0900-\u097f]/i

/**
 * Returns true for text like "yearly • ~€416 a month", whose first word belongs to the price above.
 */
function beginsWithInterval(head: string): boolean {
  const [word] = findIntervals(head)
  return word?.start === 0 && /^\s*[•·|,(]/u.test(head.slice(word.end))
}

/** "Per lead" before an amount is the unit of that amount. */
const isOwnLabel = (head: string): boolean =>
  /^per\s+\p{L}+\s*:?\s*$/iu.test(head) && findIntervals(head).length === 0

/** Returns true for a line without a price that qualifies the price above it. */
function isQualifier(line: string): boolean {
  if (!line || line.length > LENGTH.qualifier) return false
  if (/^[/+*(]/.test(line) || perLength(line) > 0 || isAside(line)) return true
  if (saysBilledYearly(line) || saysBilledMonthly(line)) return true
  const words = findIntervals(line)
  if (isIntroductory(line)) return true
  if (OF_THING.test(line)) return false
  if (words.length === 0) return saysPerSeat(line) && line.length < LENGTH.seatQualifier
  const covered = words.reduce((sum, { start, end }) => sum + end - start, 0)
  return (
    covered >= line.replace(/[^\p{L}]/gu, '').length * RATIO.qualifierCover ||
    line.length < LENGTH.shortQualifier
  )
}

function classify(
  { amount, before, after, written, period }: AmountInContext,
  reading: PriceReading,
): ClassifiedPrice | null {
  const { currency, value } = amount
  const amountMinor = toMinor(value, currency)
  // In "$300 setup, then $99 / month" the second amount is the price.
  const isAfterFee = reading.setupFeeMinor !== undefined && THEN.test(before)
  if (amountMinor === null || amount.isRough) return null
  if (!isAfterFee && isDecoy(before, after, value)) return null
  if (saysSetup(before.slice(-NEAR.setup)) || saysSetup(after.slice(0, NEAR.setup))) {
    reading.setupFeeMinor ??= amountMinor
    return null
  }
  if (endsWithUnit(before.slice(-NEAR.unit))) return null
  const isExtra = ON_TOP.test(before)
  if ((isExtra && reading.currency !== null) || (amountMinor > 0 && isUnitPrice(after))) return null
  reading.currency ??= currency
  const isFrom = amount.isFrom || endsWithFrom(before) || beginsWithFrom(after)
  const stated = NO_FEES.test(after) ? 'one_time' : (intervalOf(before, after) ?? period ?? null)
  return {
    interval: amountMinor === 0 ? 'month' : (stated ?? 'month'),
    amountMinor,
    ...(isFrom ? { isFrom } : {}),
    evidence: `${before}${written}${after}`.replace(/\s+/g, ' ').trim().slice(0, EVIDENCE.price),
    confidence: stated ? CONFIDENCE.sure : CONFIDENCE.assumed,
    isAssumed: stated === null && amountMinor > 0,
    saysYearly:
      period === 'year' ||
      (saysBilledYearly(after) && !IS_OFFERED.test(after)) ||
      (saysBilledYearly(before) && !saysBilledMonthly(after)),
    saysMonthly: saysBilledMonthly(after),
    isPerSeat: saysPerSeat(after) || saysPerSeat(before),
    isEcho: ECHO.test(before),
  }
}

const UNIT_AT_END = new RegExp(
  String.raw`(?:^|[\s(·])${anyOf(({ perUnit }) => perUnit)}\s+\p{L}+\s*:?\s*$|\p{L}+ ${anyOf(({ perUnitAfter }) => perUnitAfter)}\s*$`,
  'iu',
)
/**
 * Returns true if the words before an amount name its unit: "Per lead $0.15", "Kredi başına 7,96
 * ₺".
 */
function endsWithUnit(before: string): boolean {
  const [unit] = UNIT_AT_END.exec(before) ?? []
  if (unit === undefined || findIntervals(unit).length > 0 || saysPerSeat(unit)) return false
  // The Russian "per" also begins the Ukrainian "on request".
  return !isPricedOnRequest(unit)
}

/** Things that a plan is sold for, so that a price "per site" is still the price of a plan. */
const WHOLE = new RegExp(`^${anyOf(({ soldWhole }) => soldWhole)}`, 'iu')

const isPerThing = (text: string): boolean => {
  const lead = perLength(text)
  return lead > 0 && /^\s*\p{L}/u.test(text.slice(lead))
}

const EACH = new RegExp(String.raw`^\s*${anyOf(({ each }) => each)}\b`, 'i')

/** Returns true for the price of a quantity, such as a thousand requests, and not of a plan. */
function isUnitPrice(after: string): boolean {
  const lead = perLength(after) || (EACH.exec(after)?.[0].length ?? 0)
  if (lead === 0 || saysPerSeat(after.slice(0, NEAR.seat))) return false
  const [, count, word = ''] =
    /^\s?([\d.,]+\s?(?:[km]\b)?)?\s?(\p{L}[\p{L}\p{M}-]*)?/iu.exec(after.slice(lead)) ?? []
  if (!count && !word) return false
  // "199 ₺ / 25 credits" is the price of a pack.
  if (count && count.trim() !== '1' && isCreditUnit(word)) return false
  const words = findIntervals(after.slice(0, NEAR.unitInterval))
  const direct = words.find(({ start }) => start < NEAR.directInterval)
  // "$0.05 per hour per container" is a unit price. "$5 / month / site" is the price of a plan.
  if (direct) return direct.interval === 'hour' && isPerThing(after.slice(direct.end))
  if (intervalOfSeveral(after) !== null) return false
  if (WHOLE.test(word)) return false
  return !words.some(({ interval }) => interval === 'month' || interval === 'year')
}

function intervalOf(before: string, after: string): PriceInterval | null {
  const several = intervalOfSeveral(after)
  if (several !== null) return several
  const first = findIntervals(after.slice(0, NEAR.interval))[0]
  const label = labelOf(before)
  if (label && (!first || first.start > 2)) return label
  return first?.interval ?? findIntervals(before.slice(-NEAR.lead)).at(-1)?.interval ?? null
}

const MONTH_LABEL = new RegExp(
  String.raw`(?:^|[^\p{L}])${anyOf(({ monthLabel }) => monthLabel)}[\s:：]*$`,
  'u',
)
const YEAR_LABEL = new RegExp(
  String.raw`(?:^|[^\p{L}])${anyOf(({ yearLabel }) => yearLabel)}[\s:：]*$`,
  'u',
)
const LABEL_END = new RegExp(
  String.raw`^\s?${anyOf(({ intervalLabelEnd }) => intervalLabelEnd)}?[\s:：–-]*$`,
  'iu',
)
/** The interval that labels an amount: "Yearly: $90", "月額 980円". */
function labelOf(before: string): PriceInterval | null {
  if (MONTH_LABEL.test(before)) return 'month'
  if (YEAR_LABEL.test(before)) return 'year'
  const near = before.slice(-NEAR.lead)
  const last = findIntervals(near).at(-1)
  if (!last || perLength(near.slice(last.start)) > 0) return null
  return LABEL_END.test(near.slice(last.end)) ? last.interval : null
}
