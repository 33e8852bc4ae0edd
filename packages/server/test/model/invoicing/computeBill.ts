import { parseAmount, shareInMinorUnits } from '../../../src/kernel/amount.ts'
import type { BilledLine, Line } from '../subscriptions/billing.ts'
import type { BillDiscount } from './coupons.ts'
import { type Tax, taxOn } from './taxes.ts'

/** Adds discounts and tax to lines. Pending lines are not discounted. */
export function billLines(
  lines: readonly Line[],
  pending: readonly Line[],
  off: BillDiscount | null,
  tax: Tax | null,
): BilledLine[] {
  const offs = offsOf(lines, off)
  return [
    ...lines.map((line, index) => billLine(line, offs[index] ?? 0, tax)),
    ...pending.map((line) => billLine(line, 0, tax)),
  ]
}

/** With inclusive tax the total equals the price, and the subtotal excludes the tax. */
function billLine(line: Line, off: number, tax: Tax | null): BilledLine {
  const { amount, type } = line
  const price = amount - off
  // A top-up is not taxed. Tax applies to the invoices that the prepaid money pays.
  if (!tax || type === 'topup') {
    return { ...line, off, subtotal: amount, discount: off, tax: 0, total: price }
  }
  const taxed = taxOn(price, tax)
  if (!tax.isInclusive) {
    return { ...line, off, subtotal: amount, discount: off, tax: taxed, total: price + taxed }
  }
  const subtotal = amount - taxOn(amount, tax)
  const discount = subtotal - (price - taxed)
  return { ...line, off, subtotal, discount, tax: taxed, total: price }
}

/** Discounts apply to positive lines only. Money withheld for used credits is not a price. */
const isDiscounted = ({ amount, type, chargeId }: Line): boolean =>
  amount > 0 && !(type === 'proration' && chargeId === null)

function offsOf(lines: readonly Line[], off: BillDiscount | null): number[] {
  if (!off) return []
  if ('percent' in off) {
    const percent = parseAmount(off.percent)
    return lines.map((line) =>
      isDiscounted(line) ? Number(shareInMinorUnits(percent, BigInt(line.amount), 100n)) : 0,
    )
  }
  return shareOut(
    off.amount,
    lines.map((line) => (isDiscounted(line) ? line.amount : 0)),
  )
}

/** Distributes an amount over prices by largest remainder, up to the sum of the prices. */
function shareOut(amount: number, prices: readonly number[]): number[] {
  const sum = prices.reduce((total, price) => total + price, 0)
  if (amount >= sum) return [...prices]
  const exact = prices.map((price) => BigInt(price) * BigInt(amount))
  const shares = exact.map((part) => Number(part / BigInt(sum)))
  const remainder = amount - shares.reduce((total, share) => total + share, 0)
  const first = exact
    .map((part, index) => ({ index, rest: part % BigInt(sum) }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))
    .slice(0, remainder)
    .map(({ index }) => index)
  return shares.map((share, index) => share + (first.includes(index) ? 1 : 0))
}

export interface Totals {
  readonly price: number
  readonly tax: number
  readonly total: number
}

export const totalsOf = (lines: readonly BilledLine[]): Totals => ({
  price: lines.reduce((sum, { amount, off }) => sum + amount - off, 0),
  tax: lines.reduce((sum, line) => sum + line.tax, 0),
  total: lines.reduce((sum, line) => sum + line.total, 0),
})

/** The line that brings a negative bill to exactly zero. */
export const carriedLine = (line: Line, { tax, total }: Totals): BilledLine => ({
  ...line,
  off: 0,
  subtotal: tax - total,
  discount: 0,
  tax: 0 - tax,
  total: 0 - total,
})
