import { type Amount, shareInMinorUnits } from '../../../kernel/amount.ts'
import { type BillingCycle, billingPeriod, type Period } from '../../../kernel/calendar.ts'

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
