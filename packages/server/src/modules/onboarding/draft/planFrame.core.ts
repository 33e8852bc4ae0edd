import type { Plan } from '@purser/contract'
import type { PriceInterval, QuotaPeriod } from '@purser/pricing-reader'

/** The billing interval of a plan, and its name. */
export interface PlanFrame {
  /** The interval as the reader names it. */
  period: Exclude<PriceInterval, 'hour'>
  interval: Plan['interval']
  intervalCount: number
  /** As in "Pro, monthly" and `acme-pro-monthly`. */
  word: string
}

const FRAMES: Readonly<Record<PlanFrame['period'], Omit<PlanFrame, 'period'>>> = {
  day: { interval: 'day', intervalCount: 1, word: 'daily' },
  week: { interval: 'week', intervalCount: 1, word: 'weekly' },
  month: { interval: 'month', intervalCount: 1, word: 'monthly' },
  quarter: { interval: 'month', intervalCount: 3, word: 'quarterly' },
  year: { interval: 'year', intervalCount: 1, word: 'yearly' },
  one_time: { interval: 'none', intervalCount: 1, word: 'one-time' },
}

/** Shortest first, as they are drafted. */
export const planPeriods = Object.keys(FRAMES) as PlanFrame['period'][]

export const planFrame = (period: PlanFrame['period']): PlanFrame => ({ period, ...FRAMES[period] })

/** The largest number of periods in another period, for example 31 days in a month. */
const TIMES: Readonly<Partial<Record<QuotaPeriod, Partial<Record<QuotaPeriod, number>>>>> = {
  day: { day: 1, week: 7, month: 31, quarter: 92, year: 366 },
  week: { week: 1, month: 5, quarter: 14, year: 53 },
  month: { month: 1, quarter: 3, year: 12 },
  quarter: { quarter: 1, year: 4 },
  year: { year: 1 },
}

/** The number of periods within the plan's interval. Null if they do not fit. */
export const timesWithin = (period: QuotaPeriod, frame: PlanFrame): number | null =>
  TIMES[period]?.[frame.period] ?? null
