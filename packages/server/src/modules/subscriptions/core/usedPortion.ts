import { type BillingCycle, billingPeriod, type Period } from '../../../kernel/calendar.ts'
import { type Portion, WHOLE } from './portion.ts'

/** Which part of a whole period of its cycle a span of time is that lies in it. */
export function usedPortion(
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
