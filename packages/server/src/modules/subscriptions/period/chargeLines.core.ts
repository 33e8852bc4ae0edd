import type { Plan, Pricing } from '@purser/contract'
import {
  type Amount,
  compare,
  multiply,
  ONE,
  parseAmount,
  subtract,
  ZERO,
} from '../../../kernel/amount.ts'
import type { Period } from '../../../kernel/calendar.ts'
import { priceQuantity } from '../../catalog/core.ts'
import type { BillLine } from '../../invoicing/core.ts'
import type { BilledPeriod } from './period.core.ts'
import { applyPortion, isWhole, type Portion, WHOLE } from './proration.core.ts'

export type Charge = Plan['charges'][number]

/** A plan version with the seats of one subscription. */
export interface BilledPlan {
  readonly subscriptionId: string
  readonly planId: string
  readonly planName: string
  readonly charges: Plan['charges']
  /** Seats by feature slug. A charge whose feature is missing uses its default quantity. */
  readonly quantities: Readonly<Record<string, number>>
  /** Metrics whose charges bill only the usage that credits did not cover. */
  readonly overflowMetricIds?: readonly string[]
}

/** Recurring charges that are paid in advance, for a period or its remaining part. */
export const advanceLines = (plan: BilledPlan, period: Period, portion: Portion): BillLine[] =>
  fixedLines(plan, chargesOfKind(plan, 'recurring', 'in_advance'), period, portion)

/** One-off charges, billed once when a plan starts. */
export const oneOffLines = (plan: BilledPlan, at: Date): BillLine[] =>
  fixedLines(
    plan,
    plan.charges.filter(({ type }) => type === 'one_off'),
    { start: at, end: at },
    WHOLE,
  )

/** Recurring charges in arrears, for a finished period or the used part of one. */
export const arrearsLines = (plan: BilledPlan, period: Period, portion: Portion): BillLine[] =>
  fixedLines(plan, chargesOfKind(plan, 'recurring', 'in_arrears'), period, portion)

/** Lines that are billed when a period starts. The first period also bills the one-off charges. */
export const openingLines = (
  plan: BilledPlan,
  { period: { start, end }, portion }: BilledPeriod,
  { isFirst }: { isFirst: boolean },
): BillLine[] => [
  ...(end === null ? [] : advanceLines(plan, { start, end }, portion)),
  ...(isFirst ? oneOffLines(plan, start) : []),
]

/** The price of a plan per period, before usage and tax. */
export function recurringAmount({ charges, quantities }: BilledPlan): number {
  return charges
    .filter(({ type }) => type === 'recurring')
    .reduce((total, charge) => {
      const price = applyPortion(
        priceQuantity(charge.pricing, quantityOf(charge, quantities)),
        WHOLE,
      )
      return total + Math.max(price, charge.minimum ?? 0)
    }, 0)
}

const chargesOfKind = ({ charges }: BilledPlan, type: Charge['type'], timing: Charge['timing']) =>
  charges.filter((charge) => charge.type === type && charge.timing === timing)

/** The quantity of a charge. A flat amount is charged once, regardless of the number of seats. */
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
    const amount = applyPortion(priceQuantity(charge.pricing, quantity), portion)
    const name = lineNameOf(plan, charge)
    const line = lineOf(plan, charge, {
      type: charge.type === 'one_off' ? 'one_off' : 'recurring',
      description: isWhole(portion) ? name : `${name} (prorated)`,
      quantity,
      // For a part of a period, the amount is not quantity times price.
      unitAmount: isWhole(portion) ? unitPriceOf(charge.pricing, ZERO, quantity) : null,
      amount,
      period,
    })
    return [...line, ...minimumLine(plan, charge, period, portion, amount)]
  })
}

export const minimumOf = ({ minimum }: Charge, portion: Portion): number =>
  applyPortion(parseAmount(minimum ?? 0), portion)

export function minimumLine(
  plan: BilledPlan,
  charge: Charge,
  period: Period,
  portion: Portion,
  amount: number,
): BillLine[] {
  const missing = Math.max(minimumOf(charge, portion) - amount, 0)
  return lineOf(plan, charge, {
    type: 'minimum',
    description: `${lineNameOf(plan, charge)} (up to the minimum)`,
    quantity: ONE,
    unitAmount: parseAmount(missing),
    amount: missing,
    period,
  })
}

export const lineNameOf = ({ planName }: Pick<BilledPlan, 'planName'>, { name }: Charge): string =>
  `${planName} – ${name}`

interface LineTerms
  extends Pick<BillLine, 'type' | 'description' | 'quantity' | 'unitAmount' | 'amount'> {
  period: { readonly start: Date; readonly end: Date | null }
}

/** Returns no line if the amount is zero. */
export function lineOf(
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

/**
 * Returns the unit price with which a customer can check the line. Returns null if the units
 * between `from` and `to` do not all have the same price, for example across tiers or in packages.
 */
export function unitPriceOf(pricing: Pricing, from: Amount, to: Amount): Amount | null {
  if (pricing.model === 'flat') return parseAmount(pricing.amount)
  const unit = lastUnitPrice(pricing, to)
  if (unit === null) return null
  const price = subtract(priceQuantity(pricing, to), priceQuantity(pricing, from))
  return compare(multiply(subtract(to, from), unit), price) === 0 ? unit : null
}

function lastUnitPrice(
  pricing: Exclude<Pricing, { model: 'flat' }>,
  quantity: Amount,
): Amount | null {
  switch (pricing.model) {
    case 'per_unit':
      return parseAmount(pricing.unitAmount)
    case 'package':
      return null
    default: {
      const tier = pricing.tiers.find(
        ({ upTo }) => upTo === null || compare(quantity, parseAmount(upTo)) <= 0,
      )
      return tier ? parseAmount(tier.unitAmount) : null
    }
  }
}
