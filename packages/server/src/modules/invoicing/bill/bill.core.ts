import { type Amount, ONE, parseAmount, percentOf } from '../../../kernel/amount.ts'
import { calendarPeriod } from '../../../kernel/calendar.ts'
import type { LineType } from '../invoice/invoice.core.ts'
import { isTaxed, percentWithin, type TaxTerms, taxLine } from '../tax/lineTax.core.ts'

/** A line before discount and tax. It is already priced and rounded. */
export interface BillLine {
  readonly type: LineType
  readonly description: string
  readonly subscriptionId: string | null
  readonly planId: string | null
  readonly chargeId: string | null
  readonly metricId: string | null
  readonly quantity: Amount
  /** Null if tiers mix prices. */
  readonly unitAmount: Amount | null
  /**
   * Whole minor units at the catalog price, which includes the tax if prices are tax-inclusive.
   * Negative amounts credit the customer.
   */
  readonly amount: number
  /** True if coupons apply to this line. */
  readonly isDiscountable: boolean
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** The discount of a coupon on one bill. */
export interface Discount {
  /** The code as the customer typed it. */
  readonly name: string
  readonly percentOff: number | null
  readonly amountOff: number | null
}

/** A line with its share of discount and tax: total = subtotal - discount + tax. */
export interface BilledLine extends BillLine {
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}

/**
 * The amounts of an invoice: total = subtotal - discount - creditsApplied + tax, never negative.
 */
export interface Bill {
  readonly lines: readonly BilledLine[]
  readonly subtotal: number
  readonly discount: number
  readonly creditsApplied: number
  readonly tax: number
  readonly total: number
  /** The amount by which credits exceed charges. The next invoice gets it as a negative line. */
  readonly carried: number
}

export interface BillInput {
  readonly lines: readonly BillLine[]
  readonly discount: Discount | null
  /** Null if no tax applies. */
  readonly tax: TaxTerms | null
  /** Available prepaid money in whole minor units. */
  readonly balance: number
}

/** Applies discount, tax and prepaid money to lines. Each line is rounded once. */
export function computeBill({ lines, discount, tax, balance }: BillInput): Bill {
  const nonZero = lines.filter(({ amount }) => amount !== 0)
  const discounts = discountsOf(nonZero, discount)
  const billedLines = nonZero.map((line, at) => ({
    ...line,
    ...taxLine(line, discounts[at] ?? 0, tax),
  }))
  const total = totalOf(billedLines, 'total')
  if (total < 0) {
    const all = [...billedLines, balancingLine(billedLines)]
    return { ...totalsOf(all, 0), carried: carriedOf(nonZero, discounts, tax) }
  }
  return { ...totalsOf(billedLines, Math.min(total, Math.max(0, balance))), carried: 0 }
}

/** The discount of each line, at catalog prices. */
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

/**
 * The credit that is left over, before tax, because the next invoice taxes it again. Untaxed lines
 * are covered by the credit including its tax, so they use up less of it than their amount.
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
  const includedTax = tax && !tax.isInclusive ? percentWithin(untaxed, tax.percentage) : 0
  return Math.max(0, -(taxed + untaxed - includedTax))
}

/** Brings a negative bill to zero. The next invoice gets the difference. */
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
 * Splits an amount by weights with the largest-remainder method: whole minor units that add up
 * exactly. Ties go to the larger weight, so the order of the weights only matters between equal
 * ones.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const shares = weights.map((weight, position) => {
    const product = BigInt(amount) * BigInt(weight)
    return { position, weight, share: product / whole, remainder: product % whole }
  })
  const allocated = shares.reduce((total, { share }) => total + share, 0n)
  const byRemainder = [...shares].sort(
    (a, b) =>
      (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1) ||
      b.weight - a.weight ||
      a.position - b.position,
  )
  for (const each of byRemainder.slice(0, Number(BigInt(amount) - allocated))) each.share += 1n
  return shares.map(({ share }) => Number(share))
}

/**
 * The time at which pending lines get a separate invoice: the end of the month of the oldest line.
 */
export const pendingDueAt = (oldestAt: Date, timezone: string): Date =>
  calendarPeriod('month', oldestAt, timezone).end
