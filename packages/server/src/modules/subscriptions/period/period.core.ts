import { type Amount, shareInMinorUnits } from '../../../kernel/amount.ts'
import {
  type BillingCycle,
  type BillingPeriod,
  billingPeriod,
  type Period,
} from '../../../kernel/calendar.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'

/** A part of a period, in milliseconds: exact, because a fraction would not be. */
export interface Portion {
  readonly part: number
  readonly whole: number
}

export const WHOLE: Portion = { part: 1, whole: 1 }

export const isWhole = ({ part, whole }: Portion): boolean => part === whole

/** What is left of a period at an instant; nothing before it began counts as used. */
export function remainingPortion({ start, end }: Period, at: Date): Portion {
  const whole = end.getTime() - start.getTime()
  return { part: Math.min(Math.max(end.getTime() - at.getTime(), 0), whole), whole }
}

/** The whole minor units of a portion of an amount: exact up to the one rounding, half-even. */
export const applyPortion = (amount: Amount, { part, whole }: Portion): number =>
  Number(shareInMinorUnits(amount, BigInt(part), BigInt(whole)))

/** A period that is billed: a whole one of its cycle, or what is left of one. */
export interface BilledPeriod {
  readonly period: BillingPeriod
  readonly portion: Portion
}

/** From an instant to the next boundary of the cycle. */
export function periodFrom(cycle: BillingCycle, from: Date, timezone: string): BilledPeriod {
  if (cycle.interval === 'none') return { period: { start: from, end: null }, portion: WHOLE }
  const { start, end } = billingPeriod(cycle, from, timezone)
  const isWhole = end === null || start.getTime() === from.getTime()
  const portion = isWhole ? WHOLE : remainingPortion({ start, end }, from)
  return { period: { start: from, end }, portion }
}

/** The end of a trial of some days on the customer's calendar. */
export function trialEnd(start: Date, days: number, timezone: string): Date {
  const { end } = billingPeriod(
    { anchor: start, interval: 'day', intervalCount: days },
    start,
    timezone,
  )
  return end ?? start
}

/** Which part of a whole period of its cycle a span of time is that lies in it. */
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

/** Since when what is used has not been billed. */
export const unbilledSince = ({
  currentPeriodStart,
  invoicedThrough,
  createdAt,
}: Pick<SubscriptionRecord, 'currentPeriodStart' | 'invoicedThrough' | 'createdAt'>): Date =>
  new Date(
    Math.max(...[currentPeriodStart, invoicedThrough, createdAt].map((at) => at?.getTime() ?? 0)),
  )
