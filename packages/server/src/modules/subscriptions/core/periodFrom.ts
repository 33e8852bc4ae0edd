import { type BillingCycle, type BillingPeriod, billingPeriod } from '../../../kernel/calendar.ts'
import { type Portion, remainder, WHOLE } from './portion.ts'

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
  const portion = isWhole ? WHOLE : remainder({ start, end }, from)
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
