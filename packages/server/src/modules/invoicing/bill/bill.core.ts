import type { InvoiceDetail } from '@purser/contract'
import { type Amount, divideHalfEven, ONE, parseAmount } from '../../../kernel/amount.ts'
import { calendarPeriod } from '../../../kernel/calendar.ts'

export type LineType = InvoiceDetail['lineItems'][number]['type']

/** Prepaid money is taxed by what it pays for, so its top-up is not. */
export const isTaxed = (type: LineType): boolean => type !== 'topup'

/** Something that a bill asks for, priced and rounded, before discount and tax. */
export interface BillLine {
  readonly type: LineType
  readonly description: string
  readonly subscriptionId: string | null
  readonly planId: string | null
  readonly chargeId: string | null
  readonly metricId: string | null
  readonly quantity: Amount
  /** Null when tiers mix prices. */
  readonly unitAmount: Amount | null
  /**
   * Whole minor units as the catalog has the price: with the tax in it where that is inclusive.
   * Negative gives back.
   */
  readonly amount: number
  /** Whether a coupon takes something off it. */
  readonly isDiscountable: boolean
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** What a coupon takes off one bill. */
export interface Discount {
  /** As the customer typed the code. */
  readonly name: string
  readonly percentOff: number | null
  readonly amountOff: number | null
}

/** The tax that a customer pays; as it stood when the invoice was finalised. */
export interface TaxTerms {
  readonly name: string
  readonly percentage: number
  readonly isInclusive: boolean
}

/** A line with its share of discount and tax: total = subtotal - discount + tax. */
export interface BilledLine extends BillLine {
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}

/** What is asked of a customer: total = subtotal - discount - creditsApplied + tax, never negative. */
export interface Bill {
  readonly lines: readonly BilledLine[]
  readonly subtotal: number
  readonly discount: number
  readonly creditsApplied: number
  readonly tax: number
  readonly total: number
  /** What lines that give back exceed the others by: the next invoice gives it, as a line of minus this much. */
  readonly carried: number
}

export interface BillInput {
  readonly lines: readonly BillLine[]
  readonly discount: Discount | null
  /** Null: no tax. */
  readonly tax: TaxTerms | null
  /** Whole minor units of prepaid money that may be used. */
  readonly balance: number
}

/** Discount, tax and prepaid money applied to lines, each line rounded once. */
export function computeBill({ lines, discount, tax, balance }: BillInput): Bill {
  const priced = lines.filter(({ amount }) => amount !== 0)
  const discounts = discountsOf(priced, discount)
  const billed = priced.map((line, at) => billLine(line, discounts[at] ?? 0, tax))
  const owed = totalOf(billed, 'total')
  if (owed < 0) {
    const all = [...billed, balancingLine(billed)]
    return { ...totalsOf(all, 0), carried: carriedOf(priced, discounts, tax) }
  }
  return { ...totalsOf(billed, Math.min(owed, Math.max(0, balance))), carried: 0 }
}

/** What is taken off each line, of the price as the catalog has it. */
function discountsOf(lines: readonly BillLine[], discount: Discount | null): number[] {
  const weights = lines.map(({ amount, isDiscountable }) =>
    isDiscountable ? Math.max(0, amount) : 0,
  )
  if (discount?.amountOff != null) {
    const most = weights.reduce((total, weight) => total + weight, 0)
    return allocate(Math.min(discount.amountOff, most), weights)
  }
  return weights.map((weight) => percentOf(weight, discount?.percentOff ?? 0))
}

const HUNDRED = 100n * ONE.units

const percentOf = (amount: number, percentage: number): number =>
  Number(divideHalfEven(BigInt(amount) * parseAmount(percentage).units, HUNDRED))

/** The tax that a price has in it. */
const percentWithin = (amount: number, percentage: number): number => {
  const { units } = parseAmount(percentage)
  return Number(divideHalfEven(BigInt(amount) * units, HUNDRED + units))
}

/**
 * Where prices have the tax in them, subtotal and discount are what they are without it and the
 * total is the price to the cent.
 */
function billLine(line: BillLine, discount: number, tax: TaxTerms | null): BilledLine {
  const { amount } = line
  const price = amount - discount
  const percentage = isTaxed(line.type) ? (tax?.percentage ?? 0) : 0
  if (!tax?.isInclusive) {
    const added = percentOf(price, percentage)
    return { ...line, subtotal: amount, discount, tax: added, total: price + added }
  }
  const within = percentWithin(price, percentage)
  const subtotal = amount - percentWithin(amount, percentage)
  return {
    ...line,
    subtotal,
    discount: subtotal - (price - within),
    tax: within,
    total: price,
  }
}

/**
 * What is left of lines that give back, which the next invoice taxes again. A line that is not taxed
 * is paid out of them with their tax, so it uses up less of them than it asks for.
 */
function carriedOf(
  lines: readonly BillLine[],
  discounts: readonly number[],
  tax: TaxTerms | null,
): number {
  let [taxed, untaxed] = [0, 0]
  for (const [at, { type, amount }] of lines.entries()) {
    const price = amount - (discounts[at] ?? 0)
    if (isTaxed(type)) taxed += price
    else untaxed += price
  }
  const within = tax && !tax.isInclusive ? percentWithin(untaxed, tax.percentage) : 0
  return Math.max(0, -(taxed + untaxed - within))
}

/** Brings to nothing what would be less than that: the next invoice gives it. */
function balancingLine(lines: readonly BilledLine[]): BilledLine {
  const subtotal = totalOf(lines, 'discount') - totalOf(lines, 'subtotal')
  const tax = 0 - totalOf(lines, 'tax')
  return {
    type: 'proration',
    description: 'Carried over to the next invoice',
    subscriptionId: null,
    planId: null,
    chargeId: null,
    metricId: null,
    quantity: ONE,
    unitAmount: parseAmount(subtotal),
    amount: subtotal,
    isDiscountable: false,
    periodStart: null,
    periodEnd: null,
    subtotal,
    discount: 0,
    tax,
    total: subtotal + tax,
  }
}

function totalsOf(lines: readonly BilledLine[], creditsApplied: number): Omit<Bill, 'carried'> {
  const [subtotal, discount, tax] = [
    totalOf(lines, 'subtotal'),
    totalOf(lines, 'discount'),
    totalOf(lines, 'tax'),
  ]
  const total = subtotal - discount - creditsApplied + tax
  return { lines, subtotal, discount, creditsApplied, tax, total }
}

const totalOf = <Key extends string>(
  lines: readonly Readonly<Record<Key, number>>[],
  key: Key,
): number => lines.reduce((total, line) => total + line[key], 0)

/**
 * Shares an amount out by weights, by largest remainder: whole minor units that add up exactly. What
 * ties goes to the larger weight, so that the order of the weights decides nothing but who of equals
 * is first.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const shares = weights.map((weight, position) => {
    const product = BigInt(amount) * BigInt(weight)
    return { position, weight, share: product / whole, remainder: product % whole }
  })
  const given = shares.reduce((total, { share }) => total + share, 0n)
  const first = [...shares].sort(
    (a, b) =>
      (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1) ||
      b.weight - a.weight ||
      a.position - b.position,
  )
  for (const each of first.slice(0, Number(BigInt(amount) - given))) each.share += 1n
  return shares.map(({ share }) => Number(share))
}

/** When pending lines are billed if no other invoice takes them before: the month of the oldest is over. */
export const pendingDueAt = (oldestAt: Date, timezone: string): Date =>
  calendarPeriod('month', oldestAt, timezone).end
