import { type Amount, shareInMinorUnits } from '../../../kernel/amount.ts'
import {
  type BillingCycle,
  type BillingPeriod,
  billingPeriod,
  type Period,
} from '../../../kernel/calendar.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

/** A part of a period in milliseconds. A fraction would not be exact. */
export interface Portion {
  readonly part: number
  readonly whole: number
}

export const WHOLE: Portion = { part: 1, whole: 1 }

export const isWhole = ({ part, whole }: Portion): boolean => part === whole

/** The remaining part of a period at an instant. Before the start, the whole period remains. */
export function remainingPortion({ start, end }: Period, at: Date): Portion {
  const whole = end.getTime() - start.getTime()
  return { part: Math.min(Math.max(end.getTime() - at.getTime(), 0), whole), whole }
}

/** A portion of an amount in minor units. It is exact except for one rounding, half to even. */
export const applyPortion = (amount: Amount, { part, whole }: Portion): number =>
  Number(shareInMinorUnits(amount, BigInt(part), BigInt(whole)))

/** A billed period: a whole period of its cycle, or the remaining part of one. */
export interface BilledPeriod {
  readonly period: BillingPeriod
  readonly portion: Portion
}

/** The period from an instant to the next boundary of the cycle. */
export function periodFrom(cycle: BillingCycle, from: Date, timezone: string): BilledPeriod {
  if (cycle.interval === 'none') return { period: { start: from, end: null }, portion: WHOLE }
  const { start, end } = billingPeriod(cycle, from, timezone)
  const isWhole = end === null || start.getTime() === from.getTime()
  const portion = isWhole ? WHOLE : remainingPortion({ start, end }, from)
  return { period: { start: from, end }, portion }
}

/** The end of a trial, counted in days of the customer's calendar. */
export function trialEnd(start: Date, days: number, timezone: string): Date {
  const { end } = billingPeriod(
    { anchor: start, interval: 'day', intervalCount: days },
    start,
    timezone,
  )
  return end ?? start
}

/** The share that a span of time has in the whole period of its cycle. */
export function portionOfCycle(
  cycle: BillingCycle,
  { start, end }: Period,
  timezone: string,
): Portion {
  const whole = billingPeriod(cycle, start, timezone)
  if (whole.end === null) return WHOLE
  const length = whole.end.getTime() - whole.start.getTime()
  const part = Math.min(Math.max(end.getTime() - start.getTime(), 0), length)
  return part === length ? WHOLE : { part, whole: length }
}

/** The instant from which usage has not been billed. */
export const unbilledSince = ({
  currentPeriodStart,
  invoicedThrough,
  createdAt,
}: Pick<SubscriptionRecord, 'currentPeriodStart' | 'invoicedThrough' | 'createdAt'>): Date =>
  new Date(
    Math.max(...[currentPeriodStart, invoicedThrough, createdAt].map((at) => at?.getTime() ?? 0)),
  )
