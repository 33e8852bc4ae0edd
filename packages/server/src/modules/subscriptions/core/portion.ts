import { type Amount, shareInMinorUnits } from '../../../kernel/amount.ts'
import type { Period } from '../../../kernel/calendar.ts'

/** A part of a period, in milliseconds: exact, because a fraction would not be. */
export interface Portion {
  readonly part: number
  readonly whole: number
}

export const WHOLE: Portion = { part: 1, whole: 1 }

export const isWhole = ({ part, whole }: Portion): boolean => part === whole

/** What is left of a period at an instant; nothing before it began counts as used. */
export function remainder({ start, end }: Period, at: Date): Portion {
  const whole = end.getTime() - start.getTime()
  return { part: Math.min(Math.max(end.getTime() - at.getTime(), 0), whole), whole }
}

/** The whole minor units of a portion of an amount: exact up to the one rounding, half-even. */
export const applyPortion = (amount: Amount, { part, whole }: Portion): number =>
  Number(shareInMinorUnits(amount, BigInt(part), BigInt(whole)))
