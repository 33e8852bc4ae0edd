import {
  type Amount,
  compare,
  divideHalfEven,
  formatAmount,
  subtract,
  ZERO,
} from '../../../kernel/amount.ts'
import type { Period } from '../../../kernel/calendar.ts'
import { priceQuantity } from '../../catalog/core.ts'
import type { BillLine } from '../../invoicing/core.ts'
import {
  type BilledPlan,
  type Charge,
  lineNameOf,
  lineOf,
  minimumLine,
  minimumOf,
  unitPriceOf,
} from './chargeLines.core.ts'
import { applyPortion, type Portion, WHOLE } from './proration.core.ts'

/** Usage of one charge in one period. */
export interface ChargedUsage {
  readonly chargeId: string
  readonly metricId: string
  readonly period: { readonly start: Date; readonly end: Date | null }
  readonly quantity: Amount
  /** The quantity that earlier invoices billed. */
  readonly billed: Amount
  /**
   * The amount that those invoices charged. Only set if usage was withdrawn; otherwise it is the
   * price of `billed`.
   */
  readonly invoiced?: InvoicedForUsage
}

/**
 * Usage and minimums of a finished period. If `period` is null, only late usage of earlier periods
 * is billed, and `portion` applies to those. Late usage costs the price of the whole quantity minus
 * the price already billed, so that all lines of a period add up to the rounded price of the whole.
 */
export function usageLines(
  plan: BilledPlan,
  period: Period | null,
  portion: Portion,
  usage: readonly ChargedUsage[],
): BillLine[] {
  return plan.charges
    .filter(({ type }) => type === 'usage')
    .flatMap((charge) => {
      const usageOfCharge = usage.filter(({ chargeId }) => chargeId === charge.id)
      const late = usageOfCharge.filter((each) => period === null || endsBefore(each, period))
      return [
        ...(period === null
          ? []
          : periodLines(plan, charge, period, portion, without(usageOfCharge, late))),
        ...late.flatMap((each) => lateLine(plan, charge, period === null ? portion : WHOLE, each)),
      ]
    })
}

/** The usage of a finished period, and a line up to the minimum. */
function periodLines(
  plan: BilledPlan,
  charge: Charge,
  period: Period,
  portion: Portion,
  usage: readonly ChargedUsage[],
): BillLine[] {
  const lines = usage.flatMap((each) =>
    usageLine(plan, charge, each, priceDifference(charge, each), ''),
  )
  const used = lines.reduce((total, { amount }) => total + amount, 0)
  return [...lines, ...minimumLine(plan, charge, period, portion, used)]
}

const priceDifference = (
  { pricing }: Charge,
  { quantity, billed, invoiced }: Pick<ChargedUsage, 'quantity' | 'billed' | 'invoiced'>,
): number =>
  amountToBill(
    applyPortion(priceQuantity(pricing, quantity), WHOLE),
    applyPortion(priceQuantity(pricing, billed), WHOLE),
    invoiced?.usage,
  )

/**
 * Withdrawn usage is credited at its share of the invoiced amount. That is less than its price if
 * there was a discount, and nothing if nothing was invoiced.
 */
function amountToBill(price: number, billed: number, invoiced: number | undefined): number {
  if (price >= billed || invoiced === undefined) return price - billed
  const owed = Number(divideHalfEven(BigInt(invoiced) * BigInt(price), BigInt(billed)))
  return Math.max(owed - invoiced, price - billed)
}

/** Usage below the minimum is already paid for by the minimum. */
function lateLine(
  plan: BilledPlan,
  charge: Charge,
  portion: Portion,
  usage: ChargedUsage,
): BillLine[] {
  const least = minimumOf(charge, portion)
  const priceOf = (quantity: Amount) =>
    Math.max(applyPortion(priceQuantity(charge.pricing, quantity), WHOLE), least)
  const amount = amountToBill(priceOf(usage.quantity), priceOf(usage.billed), usage.invoiced?.total)
  return usageLine(plan, charge, usage, amount, ', reported late')
}

function usageLine(
  plan: BilledPlan,
  charge: Charge,
  { quantity, billed, period, metricId }: ChargedUsage,
  amount: number,
  remark: string,
): BillLine[] {
  const increase = subtract(quantity, billed)
  const explanation =
    compare(increase, ZERO) < 0
      ? `${formatQuantity(subtract(billed, quantity))} fewer, corrected`
      : `${formatQuantity(increase)} used${remark}`
  const unit = unitPriceOf(charge.pricing, billed, quantity)
  const exact = unit !== null && amount === priceDifference(charge, { quantity, billed })
  return lineOf(plan, charge, {
    type: plan.overflowMetricIds?.includes(metricId) ? 'overage' : 'usage',
    description: `${lineNameOf(plan, charge)} (${explanation})`,
    quantity: increase,
    unitAmount: exact ? unit : null,
    amount,
    period,
  })
}

const endsBefore = (usage: ChargedUsage, { start }: Period): boolean =>
  usage.period.end !== null && usage.period.end <= start

const without = <Item>(items: readonly Item[], some: readonly Item[]): Item[] =>
  items.filter((item) => !some.includes(item))

/** Formats a quantity for people: `1,234,567.5`. */
const formatQuantity = (quantity: Amount): string =>
  formatAmount(quantity).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

/** An invoice line for usage or for a minimum, net of its discount. */
interface InvoicedLine {
  readonly chargeId: string
  readonly type: 'usage' | 'overage' | 'minimum'
  readonly amount: number
  readonly periodStart: Date
}

/** Amounts invoiced for the usage of a period, net of discounts. */
export interface InvoicedForUsage {
  readonly usage: number
  /** Includes the line up to the minimum. */
  readonly total: number
}

/** Adds up the lines for one charge in one period. Some of them may have been billed later. */
export function invoicedForUsage(
  lines: readonly InvoicedLine[],
  usage: {
    readonly chargeId: string
    readonly period: { readonly start: Date; readonly end: Date | null }
  },
): InvoicedForUsage {
  const { start, end } = usage.period
  const linesOfUsage = lines.filter(
    ({ chargeId, periodStart }) =>
      chargeId === usage.chargeId && periodStart >= start && (end === null || periodStart < end),
  )
  const sum = (some: readonly InvoicedLine[]) =>
    some.reduce((total, { amount }) => total + amount, 0)
  return {
    usage: sum(linesOfUsage.filter(({ type }) => type !== 'minimum')),
    total: sum(linesOfUsage),
  }
}
