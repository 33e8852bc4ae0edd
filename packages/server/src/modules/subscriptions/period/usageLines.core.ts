import {
  type Amount,
  compare,
  divideHalfEven,
  formatAmount,
  subtract,
  ZERO,
} from '../../../kernel/amount.ts'
import type { Period } from '../../../kernel/calendar.ts'
import { rate } from '../../catalog/index.ts'
import type { BillLine } from '../../invoicing/index.ts'
import {
  type BilledPlan,
  type Charge,
  leastOf,
  lineOf,
  minimumLine,
  nameOf,
  unitPriceOf,
} from './chargeLines.core.ts'
import { applyPortion, type Portion, WHOLE } from './period.core.ts'

/** Usage that a charge prices, in one period. */
export interface ChargedUsage {
  readonly chargeId: string
  readonly metricId: string
  readonly period: { readonly start: Date; readonly end: Date | null }
  readonly quantity: Amount
  /** What earlier invoices took up of it. */
  readonly billed: Amount
  /** What of that they asked for, where some of it was taken back; absent: its price. */
  readonly asked?: AskedForUsage
}

/**
 * Usage and minimums of a period that is over (`period` null: only what came late for periods that
 * were billed before, which `portion` is then said of). Late usage is what the whole quantity costs
 * less what was billed of it, so that all lines of a period come to the rounded price of the whole.
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
      const own = usage.filter(({ chargeId }) => chargeId === charge.id)
      const late = own.filter((each) => period === null || isBefore(each, period))
      return [
        ...(period === null ? [] : periodLines(plan, charge, period, portion, without(own, late))),
        ...late.flatMap((each) => lateLine(plan, charge, period === null ? portion : WHOLE, each)),
      ]
    })
}

/** The usage of a period that is over, and what is missing to the least amount of it. */
function periodLines(
  plan: BilledPlan,
  charge: Charge,
  period: Period,
  portion: Portion,
  usage: readonly ChargedUsage[],
): BillLine[] {
  const lines = usage.flatMap((each) => usageLine(plan, charge, each, priceRise(charge, each), ''))
  const used = lines.reduce((total, { amount }) => total + amount, 0)
  return [...lines, ...minimumLine(plan, charge, period, portion, used)]
}

const priceRise = (
  { pricing }: Charge,
  { quantity, billed, asked }: Pick<ChargedUsage, 'quantity' | 'billed' | 'asked'>,
): number =>
  rise(
    applyPortion(rate(pricing, quantity), WHOLE),
    applyPortion(rate(pricing, billed), WHOLE),
    asked?.used,
  )

/**
 * What was taken back gives back its share of what was asked for: less than its price where there
 * was a discount, and nothing where nobody was asked.
 */
function rise(price: number, billed: number, asked: number | undefined): number {
  if (price >= billed || asked === undefined) return price - billed
  const left = Number(divideHalfEven(BigInt(asked) * BigInt(price), BigInt(billed)))
  return Math.max(left - asked, price - billed)
}

/** What was below the least amount when it was billed is paid for. */
function lateLine(
  plan: BilledPlan,
  charge: Charge,
  portion: Portion,
  usage: ChargedUsage,
): BillLine[] {
  const least = leastOf(charge, portion)
  const priceOf = (quantity: Amount) =>
    Math.max(applyPortion(rate(charge.pricing, quantity), WHOLE), least)
  const amount = rise(priceOf(usage.quantity), priceOf(usage.billed), usage.asked?.all)
  return usageLine(plan, charge, usage, amount, ', reported late')
}

function usageLine(
  plan: BilledPlan,
  charge: Charge,
  { quantity, billed, period, metricId }: ChargedUsage,
  amount: number,
  remark: string,
): BillLine[] {
  const more = subtract(quantity, billed)
  const how =
    compare(more, ZERO) < 0
      ? `${readable(subtract(billed, quantity))} fewer, corrected`
      : `${readable(more)} used${remark}`
  const unit = unitPriceOf(charge.pricing, billed, quantity)
  const exact = unit !== null && amount === priceRise(charge, { quantity, billed })
  return lineOf(plan, charge, {
    type: plan.overflowMetricIds?.includes(metricId) ? 'overage' : 'usage',
    description: `${nameOf(plan, charge)} (${how})`,
    quantity: more,
    unitAmount: exact ? unit : null,
    amount,
    period,
  })
}

const isBefore = (usage: ChargedUsage, { start }: Period): boolean =>
  usage.period.end !== null && usage.period.end <= start

const without = <Item>(items: readonly Item[], some: readonly Item[]): Item[] =>
  items.filter((item) => !some.includes(item))

/** A quantity as people read it: `1,234,567.5`. */
const readable = (quantity: Amount): string =>
  formatAmount(quantity).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

/** A line that asked for usage, or for what was missing to a minimum; net of its discount. */
interface UsageLine {
  readonly chargeId: string
  readonly type: 'usage' | 'overage' | 'minimum'
  readonly amount: number
  readonly periodStart: Date
}

/** What was billed for usage of a period, net of discounts. */
export interface AskedForUsage {
  readonly used: number
  /** With what was missing to the minimum. */
  readonly all: number
}

/** What lines asked for the usage of one charge in one period; some of it may have been billed late. */
export function askedForUsage(
  lines: readonly UsageLine[],
  usage: {
    readonly chargeId: string
    readonly period: { readonly start: Date; readonly end: Date | null }
  },
): AskedForUsage {
  const { start, end } = usage.period
  const own = lines.filter(
    ({ chargeId, periodStart }) =>
      chargeId === usage.chargeId && periodStart >= start && (end === null || periodStart < end),
  )
  const sum = (some: readonly UsageLine[]) => some.reduce((total, { amount }) => total + amount, 0)
  return { used: sum(own.filter(({ type }) => type !== 'minimum')), all: sum(own) }
}
