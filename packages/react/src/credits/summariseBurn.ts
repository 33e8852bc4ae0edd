import { sumExactly } from './exactAmounts.ts'

export interface BurnDay {
  /** UTC day, YYYY-MM-DD. */
  readonly date: string
  readonly consumed: number
}

export interface Burn {
  readonly series: readonly BurnDay[]
  /** Over all days of the window, including those without consumption. */
  readonly avgPerDay: number
  readonly windowSum: number
  /** The highest daily consumption. */
  readonly peak: number
  readonly days: number
  readonly hasBurn: boolean
}

export function summariseBurn(series: readonly BurnDay[], days: number): Burn {
  const consumed = series.map((day) => day.consumed)
  const windowSum = sumExactly(consumed)
  return {
    series,
    avgPerDay: days > 0 ? windowSum / days : 0,
    windowSum,
    peak: Math.max(0, ...consumed),
    days,
    hasBurn: windowSum > 0,
  }
}
