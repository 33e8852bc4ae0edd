import type { PriceInterval, ReadPrice } from '../offer.ts'
import { type Amount, findAmounts, type MoneyHints, toMinor } from './findAmounts.ts'
import { findIntervals, saysBilledMonthly, saysBilledYearly } from './intervalWords.ts'
import {
  beginsWithFrom,
  endsWithFrom,
  isFormerPrice,
  isPricedOnRequest,
  isSaving,
  saysFree,
  saysPerSeat,
  saysSetup,
} from './priceWords.ts'

export interface PriceReading {
  prices: ReadPrice[]
  perSeat: boolean
  isFree: boolean
  /** Priced on request. */
  isOnRequest: boolean
  setupFeeMinor?: number
  currency: string | null
  /** The lines that the prices stand in, and those that only tell more of them. */
  used: Set<number>
  /** An interval was not told and had to be taken for granted. */
  isIntervalAssumed: boolean
}

interface Found {
  amount: Amount
  line: number
  before: string
  after: string
  /** The words that belong to it, for its evidence. */
  words: string
}

const QUALIFIER_MAX = 90

/** Reads the price of one offer from the lines of its card. */
export function readPrices(lines: readonly string[], hints: MoneyHints): PriceReading {
  const used = new Set<number>()
  const found = collect(lines, hints, used)
  const reading: PriceReading = {
    prices: [],
    perSeat: false,
    isFree: false,
    isOnRequest: false,
    currency: null,
    used,
    isIntervalAssumed: false,
  }
  const read = found.flatMap((one) => classify(one, hints, reading))
  settleYearly(read)
  for (const price of read) {
    const { isAssumed, ...rest } = price
    if (
      reading.prices.some(
        (other) => other.interval === rest.interval && other.amountMinor === rest.amountMinor,
      )
    )
      continue
    reading.prices.push(rest)
    if (isAssumed) reading.isIntervalAssumed = true
  }
  lines.forEach((line, index) => {
    if (saysFree(line) && reading.prices.length === 0) {
      reading.prices.push({ interval: 'month', amountMinor: 0, evidence: line, confidence: 0.9 })
      used.add(index)
    } else if (isPricedOnRequest(line)) {
      reading.isOnRequest = true
      used.add(index)
    }
  })
  reading.isFree =
    reading.prices.length > 0 && reading.prices.every(({ amountMinor }) => amountMinor === 0)
  return reading
}

/** The amounts with the words around them; a sign and its number may stand in lines of their own. */
function collect(lines: readonly string[], hints: MoneyHints, used: Set<number>): Found[] {
  const found: Found[] = []
  for (let i = 0; i < lines.length; i++) {
    let text = lines[i] ?? ''
    let last = i
    if (
      /^[^\d]{1,4}$/.test(text) &&
      findAmounts(`${text}1`, hints).length === 1 &&
      /^\d/.test(lines[i + 1] ?? '')
    ) {
      last = i + 1
      text = `${text}${lines[last]}`
    } else if (
      /^\d[\d.,\s']*$/.test(text) &&
      /^\S{1,4}(\s|\/|$)/.test(lines[i + 1] ?? '') &&
      findAmounts(`1 ${lines[i + 1]}`, hints).length === 1
    ) {
      last = i + 1
      text = `${text} ${lines[last]}`
    }
    const amounts = findAmounts(text, hints)
    if (amounts.length === 0) continue
    used.add(i)
    if (last > i) used.add(last)
    if (
      /^[.,]\d\d(?!\d)/.test(lines[last + 1] ?? '') &&
      amounts.length === 1 &&
      amounts[0]?.end === text.length
    ) {
      text += lines[++last]
      amounts.splice(0, 1, ...findAmounts(text, hints))
      used.add(last)
    }
    let tail = ''
    for (let next = last + 1; next < lines.length && next <= last + 3; next++) {
      const line = lines[next] ?? ''
      if (!isQualifier(line, hints)) break
      tail += ` ${line}`
      used.add(next)
    }
    const lead =
      i > 0 &&
      !found.some(({ line }) => line === i - 1) &&
      /^.{0,40}$/.test(lines[i - 1] ?? '') &&
      endsWithFrom(lines[i - 1] ?? '')
        ? `${lines[i - 1]} `
        : ''
    if (lead) used.add(i - 1)
    amounts.forEach((amount, n) => {
      const previous = amounts[n - 1]
      const next = amounts[n + 1]
      const before = `${n === 0 ? lead : ''}${text.slice(previous?.end ?? 0, amount.start)}`
      const after = text.slice(amount.end, next?.start ?? text.length) + (next ? '' : tail)
      found.push({
        amount,
        line: i,
        before,
        after,
        words: `${before.trim()} ${text.slice(amount.start, amount.end)}${after}`.trim(),
      })
    })
    i = last
  }
  return found
}

/** A line without a price of its own that tells more of the one before it. */
function isQualifier(line: string, hints: MoneyHints): boolean {
  if (!line || line.length > QUALIFIER_MAX || findAmounts(line, hints).length > 0) return false
  if (
    /^[/+]|^(per|pro|par|por|al|ao|billed|paid|plus|excl|incl|zzgl|inkl|hors|ht\b|ttc\b|\+)\b/i.test(
      line,
    )
  )
    return true
  if (saysBilledYearly(line) || saysBilledMonthly(line)) return true
  const words = findIntervals(line)
  if (words.length === 0) return saysPerSeat(line) && line.length < 30
  const covered = words.reduce((sum, { start, end }) => sum + end - start, 0)
  return covered * 2.5 >= line.replace(/[^\p{L}]/gu, '').length || line.length < 28
}

type Classified = ReadPrice & { isAssumed: boolean; saysYearly: boolean; saysMonthly: boolean }

function classify(found: Found, hints: MoneyHints, reading: PriceReading): Classified[] {
  const { amount, before, after, words } = found
  const currency = amount.currency ?? hints.currency
  if (!currency) return []
  const minor = toMinor(amount.value, currency)
  if (minor === null) return []
  if (minor > 0 && (isSaving(before, after) || isFormerPrice(before))) return []
  if (saysSetup(before.slice(-30)) || saysSetup(after.slice(0, 30))) {
    reading.setupFeeMinor ??= minor
    return []
  }
  if (
    /(?:plus|and|\+|zzgl\.?|puis)\s*$/i.test(before) &&
    found.line >= 0 &&
    reading.currency !== null
  )
    return []
  if (isUnitPrice(after)) return []
  reading.currency ??= currency
  if (saysPerSeat(after) || saysPerSeat(before)) reading.perSeat = true
  const isFrom = endsWithFrom(before) || beginsWithFrom(after)
  const saysYearly =
    saysBilledYearly(after) || (saysBilledYearly(before) && !saysBilledMonthly(after))
  const saysMonthly = saysBilledMonthly(after)
  const told = intervalOf(before, after)
  const interval: PriceInterval = told ?? 'month'
  return [
    {
      interval,
      amountMinor: minor,
      ...(isFrom ? { isFrom } : {}),
      evidence: words.slice(0, 200),
      confidence: told ? 0.95 : 0.6,
      isAssumed: told === null && minor > 0,
      saysYearly,
      saysMonthly,
    },
  ]
}

const UNIT =
  /^\s*(?:\/|per|pro|par|por|each|je)\s?(?:[\d.,]+\s?[km]?\s)?(?!.{0,3}(?:mo\b|month|year|yr|mois|an\b))(1,?000|1k|request|call|api|gb|tb|mb|min\b|minute|transaction|credit|token|image|message|email|sms|video|word|page|document|query|queries|event|record|contact|lead|download|search|scan|unit|item|order|invoice|task|run|generation|mtok|million|1m\b|node|server|domain|site|website|project|shipment|check|verification|additional|extra|response|build|device|booking|ticket|conversation)/i

const isUnitPrice = (after: string): boolean => {
  const unit = UNIT.exec(after)
  if (!unit) return false
  return !findIntervals(after.slice(0, 60)).some(
    ({ interval }) => interval === 'month' || interval === 'year',
  )
}

function intervalOf(before: string, after: string): PriceInterval | null {
  const words = findIntervals(after.slice(0, 120))
  const first = words[0]
  if (first) {
    // "$99 billed annually" is a year; "$9 /mo billed annually" begins with its own interval.
    return first.interval
  }
  const ahead = findIntervals(before.slice(-40)).at(-1)
  return ahead?.interval ?? null
}

/** What is shown by the month and paid by the year is twelve of it, or the total where that is printed. */
function settleYearly(prices: Classified[]): void {
  const totals = prices.filter(({ interval }) => interval === 'year')
  for (const price of prices) {
    if (price.interval !== 'month' || !price.saysYearly || price.amountMinor === 0) continue
    const printed = { interval: price.interval, amountMinor: price.amountMinor }
    const twelve = price.amountMinor * 12
    const total = totals.find(({ amountMinor }) => Math.abs(amountMinor - twelve) <= twelve * 0.03)
    price.interval = 'year'
    price.amountMinor = total?.amountMinor ?? twelve
    price.printed = printed
  }
}
