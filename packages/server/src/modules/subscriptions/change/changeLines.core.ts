import type { Plan } from '@purser/contract'
import { ONE, parseAmount } from '../../../kernel/amount.ts'
import type { BillingCycle } from '../../../kernel/calendar.ts'
import type { BillLine, Discount } from '../../invoicing/index.ts'
import type { PrepaidLine } from '../../invoicing/read.ts'
import { advanceLines, arrearsLines, type BilledPlan } from '../period/chargeLines.core.ts'
import { applyPortion, portionOfCycle, unbilledSince, WHOLE } from '../period/period.core.ts'
import { type ChargedUsage, usageLines } from '../period/usageLines.core.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { isSameCycle, type PeriodAfterChange } from './change.core.ts'
import { unusedLines } from './proration.core.ts'

/** A version of a plan, as a change knows it. */
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

/** What is asked for and given back when a change comes into force at once. */
export interface ChangeLines {
  /** Unused time of what was paid in advance. */
  readonly credits: readonly BillLine[]
  /** The new plan, for the rest of the period or its own first one. */
  readonly charges: readonly BillLine[]
  /** What was used of the old plan so far. */
  readonly used: readonly BillLine[]
  /** Usage that `used` takes up. */
  readonly usage: readonly ChargedUsage[]
}

export const NO_LINES: ChangeLines = { credits: [], charges: [], used: [], usage: [] }

/**
 * Both plans are paid for to the millisecond. What is used of the old one is billed with the
 * change; where only seats change, usage and charges that stay as they are go on undisturbed.
 */
export function changeLines(
  change: PlanChange,
  prepaid: readonly PrepaidLine[],
  usage: readonly ChargedUsage[],
): ChangeLines {
  const { subscription, from, to, at } = change
  if (subscription.status === 'trialing') return NO_LINES
  const seats = changedSeatCharges(change)
  if (seats !== null) {
    const isOfSeats = ({ chargeId }: PrepaidLine) => chargeId !== null && seats.has(chargeId)
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

/** Whether the version of the plan stays, so that nothing but seats can change. */
export const isSameVersion = ({ from, to }: Pick<PlanChange, 'from' | 'to'>): boolean =>
  from.planId === to.planId && from.plan.version === to.plan.version

/** Whether what the present plan has run up is billed with a change, and it begins to count anew. */
export const billsUsage = (change: PlanChange): boolean =>
  change.subscription.status !== 'trialing' && changedSeatCharges(change) === null

/** Whether a change begins a period of its own and bills it, as a renewal does. */
export const billsPeriod = (change: PlanChange): boolean =>
  change.subscription.status !== 'trialing' &&
  !isSameCycle(change.from.cycle, change.to.cycle) &&
  linesOfNewPlan(change, change.to).length > 0

/**
 * The charges that change where nothing but seats does; null where all has to be billed anew: on
 * another plan or version, or where seats are paid for in arrears.
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
 * What a coupon takes off a change: of an amount only the share of the period that is still to
 * come, because the time before it was discounted already.
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

/** Takes back from unused time what its credits were worth that are used already. */
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
