import type { Plan } from '@purser/contract'
import {
  type Amount,
  compare,
  divideHalfEven,
  ONE,
  parseAmount,
  subtract,
  ZERO,
} from '../../../kernel/amount.ts'
import type { Period } from '../../../kernel/calendar.ts'
import { rate } from '../../catalog/index.ts'
import type { BillLine } from '../../invoicing/index.ts'
import type { AskedForUsage } from './askedForUsage.ts'
import { readable, unitPriceOf } from './linePrice.ts'
import { applyPortion, isWhole, type Portion, WHOLE } from './portion.ts'

type Charge = Plan['charges'][number]

/** A version of a plan as one subscription has it. */
export interface BilledPlan {
  readonly subscriptionId: string
  readonly planId: string
  readonly planName: string
  readonly charges: Plan['charges']
  /** Seats by feature slug; a charge whose feature is absent has its own default. */
  readonly quantities: Readonly<Record<string, number>>
  /** Metrics of which charges price only what credits did not cover. */
  readonly overflowMetricIds?: readonly string[]
}

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

/** Recurring charges that are paid in advance, for a period or what is left of one. */
export const advanceLines = (plan: BilledPlan, period: Period, portion: Portion): BillLine[] =>
  fixedLines(plan, ofKind(plan, 'recurring', 'in_advance'), period, portion)

/** One-off charges, billed once when a plan begins. */
export const oneOffLines = (plan: BilledPlan, at: Date): BillLine[] =>
  fixedLines(
    plan,
    plan.charges.filter(({ type }) => type === 'one_off'),
    { start: at, end: at },
    WHOLE,
  )

/** Recurring charges in arrears, for a period that is over or the part of it that was used. */
export const arrearsLines = (plan: BilledPlan, period: Period, portion: Portion): BillLine[] =>
  fixedLines(plan, ofKind(plan, 'recurring', 'in_arrears'), period, portion)

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

/** What a plan costs each period, before usage and tax. */
export function recurringAmount({ charges, quantities }: BilledPlan): number {
  return charges
    .filter(({ type }) => type === 'recurring')
    .reduce((total, charge) => {
      const price = applyPortion(rate(charge.pricing, quantityOf(charge, quantities)), WHOLE)
      return total + Math.max(price, charge.minimum ?? 0)
    }, 0)
}

const ofKind = ({ charges }: BilledPlan, type: Charge['type'], timing: Charge['timing']) =>
  charges.filter((charge) => charge.type === type && charge.timing === timing)

/** How many of it a subscription has. A flat amount is due once, whatever the number. */
const quantityOf = (
  { pricing, featureSlug, quantity }: Charge,
  quantities: BilledPlan['quantities'],
): Amount =>
  pricing.model === 'flat'
    ? ONE
    : parseAmount((featureSlug === null ? undefined : quantities[featureSlug]) ?? quantity ?? 1)

function fixedLines(
  plan: BilledPlan,
  charges: readonly Charge[],
  period: Period,
  portion: Portion,
): BillLine[] {
  return charges.flatMap((charge) => {
    const quantity = quantityOf(charge, plan.quantities)
    const amount = applyPortion(rate(charge.pricing, quantity), portion)
    const name = nameOf(plan, charge)
    const line = lineOf(plan, charge, {
      type: charge.type === 'one_off' ? 'one_off' : 'recurring',
      description: isWhole(portion) ? name : `${name} (prorated)`,
      quantity,
      // Quantity times price is not the amount of a part.
      unitAmount: isWhole(portion) ? unitPriceOf(charge.pricing, ZERO, quantity) : null,
      amount,
      period,
    })
    return [...line, ...minimumLine(plan, charge, period, portion, amount)]
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

const leastOf = ({ minimum }: Charge, portion: Portion): number =>
  applyPortion(parseAmount(minimum ?? 0), portion)

function minimumLine(
  plan: BilledPlan,
  charge: Charge,
  period: Period,
  portion: Portion,
  amount: number,
): BillLine[] {
  const missing = Math.max(leastOf(charge, portion) - amount, 0)
  return lineOf(plan, charge, {
    type: 'minimum',
    description: `${nameOf(plan, charge)} (up to the minimum)`,
    quantity: ONE,
    unitAmount: parseAmount(missing),
    amount: missing,
    period,
  })
}

export const nameOf = ({ planName }: Pick<BilledPlan, 'planName'>, { name }: Charge): string =>
  `${planName} – ${name}`

interface LineTerms
  extends Pick<BillLine, 'type' | 'description' | 'quantity' | 'unitAmount' | 'amount'> {
  period: ChargedUsage['period']
}

/** A line of a charge; none when it comes to nothing. */
function lineOf(
  { subscriptionId, planId }: BilledPlan,
  { id: chargeId, metricId }: Charge,
  { period, ...terms }: LineTerms,
): BillLine[] {
  if (terms.amount === 0) return []
  return [
    {
      ...terms,
      subscriptionId,
      planId,
      chargeId,
      metricId,
      isDiscountable: terms.amount > 0,
      periodStart: period.start,
      periodEnd: period.end,
    },
  ]
}

const isBefore = (usage: ChargedUsage, { start }: Period): boolean =>
  usage.period.end !== null && usage.period.end <= start

const without = <Item>(items: readonly Item[], some: readonly Item[]): Item[] =>
  items.filter((item) => !some.includes(item))
