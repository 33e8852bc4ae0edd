import { type Amount, ONE, parseAmount } from '../../../kernel/amount.ts'
import { calendarPeriod } from '../../../kernel/calendar.ts'
import type { LineType } from '../invoice/invoice.core.ts'
import { isTaxed, percentWithin, type TaxTerms, taxLine } from '../tax/lineTax.core.ts'
import { type Discount, discountsOf } from './discount.core.ts'

/** A line before discount and tax. It is already priced and rounded. */
export interface BillLine {
  readonly type: LineType
  readonly description: string
  readonly subscriptionId: string | null
  readonly planId: string | null
  readonly chargeId: string | null
  readonly metricId: string | null
  readonly quantity: Amount
  /** Null if the units do not all have the same price. */
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

/**
 * Computes the credit that is left over. It contains no added tax, because the next invoice adds
 * the tax again. An untaxed line uses up less credit than its amount, because the tax on the credit
 * covers a part of the line.
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
 * The time at which pending lines get a separate invoice: the end of the month of the oldest line.
 */
export const pendingDueAt = (oldestAt: Date, timezone: string): Date =>
  calendarPeriod('month', oldestAt, timezone).end
