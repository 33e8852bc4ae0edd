import type { Plan } from '@purser/contract'
import { ONE, parseAmount } from '../../../kernel/amount.ts'
import type { BillingCycle } from '../../../kernel/calendar.ts'
import type { BillLine, Discount } from '../../invoicing/core.ts'
import type { LineBilledAhead } from '../../invoicing/read.ts'
import { advanceLines, arrearsLines, type BilledPlan } from '../period/chargeLines.core.ts'
import { unbilledSince } from '../period/period.core.ts'
import { applyPortion, portionOfCycle, WHOLE } from '../period/proration.core.ts'
import { type ChargedUsage, usageLines } from '../period/usageLines.core.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { isSameCycle, type PeriodAfterChange } from './change.core.ts'
import { unusedLines } from './unusedTime.core.ts'

/** The parts of a plan version that a change needs. */
export interface ChangedPlan extends BilledPlan {
  readonly plan: Pick<Plan, 'version' | 'grantRules'>
  readonly cycle: BillingCycle
}

export interface PlanChange {
  readonly subscription: SubscriptionRecord
  readonly from: ChangedPlan
  readonly to: ChangedPlan
  readonly after: PeriodAfterChange
  readonly at: Date
  readonly timezone: string
}

/** The invoice lines of a change that takes effect now. */
export interface ChangeLines {
  /** Credits for unused time that was paid in advance. */
  readonly credits: readonly BillLine[]
  /** Charges of the new plan, for the rest of the period or for a new first period. */
  readonly charges: readonly BillLine[]
  /** Usage and arrears that the old plan has accrued so far. */
  readonly used: readonly BillLine[]
  /** The usage that `used` bills. */
  readonly usage: readonly ChargedUsage[]
}

export const NO_LINES: ChangeLines = { credits: [], charges: [], used: [], usage: [] }

/**
 * Computes the lines of a change. Both plans are charged to the millisecond. If only seats change,
 * usage and unchanged charges are not billed.
 */
export function changeLines(
  change: PlanChange,
  prepaid: readonly LineBilledAhead[],
  usage: readonly ChargedUsage[],
): ChangeLines {
  const { subscription, from, to, at } = change
  if (subscription.status === 'trialing') return NO_LINES
  const seats = changedSeatCharges(change)
  if (seats !== null) {
    const isOfSeats = ({ chargeId }: LineBilledAhead) => chargeId !== null && seats.has(chargeId)
    return {
      ...NO_LINES,
      credits: unusedLines(from, prepaid.filter(isOfSeats), at),
      charges: linesOfNewPlan(change, {
        ...to,
        charges: to.charges.filter(({ id }) => seats.has(id)),
      }),
    }
  }
  return {
    credits: unusedLines(from, prepaid, at),
    charges: linesOfNewPlan(change, to),
    used: linesOfOldPlan(change, usage),
    usage,
  }
}

/** True if the plan version stays the same, so that only seats can change. */
export const isSameVersion = ({ from, to }: Pick<PlanChange, 'from' | 'to'>): boolean =>
  from.planId === to.planId && from.plan.version === to.plan.version

/** True if the change bills everything that the current plan has accrued. */
export const billsUsage = (change: PlanChange): boolean =>
  change.subscription.status !== 'trialing' && changedSeatCharges(change) === null

/** True if the change starts and bills a new period, as a renewal does. */
export const billsPeriod = (change: PlanChange): boolean =>
  change.subscription.status !== 'trialing' &&
  !isSameCycle(change.from.cycle, change.to.cycle) &&
  linesOfNewPlan(change, change.to).length > 0

/**
 * Returns the ids of the charges to bill if only seats change. Returns null if everything must be
 * billed, because the plan or its version changes or because seats are billed in arrears.
 */
function changedSeatCharges(change: PlanChange): ReadonlySet<string> | null {
  if (!isSameVersion(change)) return null
  const { from, to } = change
  const changedCharges = from.charges.filter(
    ({ featureSlug }) =>
      featureSlug !== null && from.quantities[featureSlug] !== to.quantities[featureSlug],
  )
  if (changedCharges.some(({ timing }) => timing === 'in_arrears')) return null
  return new Set(changedCharges.map(({ id }) => id))
}

function linesOfNewPlan(
  { from, to, after, at, timezone }: PlanChange,
  plan: BilledPlan,
): BillLine[] {
  const { end } = after.period
  if (end === null) return []
  if (!isSameCycle(from.cycle, to.cycle)) {
    return advanceLines(plan, { start: after.period.start, end }, WHOLE)
  }
  const portion = portionOfCycle(from.cycle, { start: at, end }, timezone)
  return advanceLines(plan, { start: at, end }, portion)
}

function linesOfOldPlan(change: PlanChange, usage: readonly ChargedUsage[]): BillLine[] {
  const { from, at, timezone } = change
  const start = unbilledSince(change.subscription)
  const period = { start, end: at }
  const portion = portionOfCycle(from.cycle, period, timezone)
  return [...arrearsLines(from, period, portion), ...usageLines(from, period, portion, usage)]
}

/**
 * Reduces an amount-off coupon to the remaining share of the period, because the time before the
 * change is already discounted.
 */
export function changeDiscount(
  { from, to, after, at, timezone }: PlanChange,
  discount: Discount | null,
): Discount | null {
  const { end } = after.period
  if (!discount || discount.amountOff === null || end === null) return discount
  if (!isSameCycle(from.cycle, to.cycle)) return discount
  const remaining = portionOfCycle(from.cycle, { start: at, end }, timezone)
  return { ...discount, amountOff: applyPortion(parseAmount(discount.amountOff), remaining) }
}

/** Reduces the credit for unused time by the value of credits that were already used. */
export const withheldLines = (
  { subscriptionId, planId, planName }: BilledPlan,
  withheld: number,
): BillLine[] =>
  withheld === 0
    ? []
    : [
        {
          type: 'proration',
          description: `${planName} – credits used ahead of time`,
          subscriptionId,
          planId,
          chargeId: null,
          metricId: null,
          quantity: ONE,
          unitAmount: parseAmount(withheld),
          amount: withheld,
          isDiscountable: false,
          periodStart: null,
          periodEnd: null,
        },
      ]
