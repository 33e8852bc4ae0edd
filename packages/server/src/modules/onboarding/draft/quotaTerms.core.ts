import type { BodyOfKind } from './CatalogDraft.core.ts'
import type { Notes } from './names.core.ts'
import { type PlanFrame, timesWithin } from './planFrame.core.ts'
import { type Reading, scaled } from './readValue.core.ts'

type Entitlement = BodyOfKind<'plan'>['entitlements'][number]
/** The part of an entitlement that says how much of a metered feature there is. */
type Quota = Pick<Entitlement, 'mode' | 'value' | 'period' | 'limit'>

/** What a tier's reading of a metered feature allows in a plan. */
export function quotaTerms(
  reading: Reading,
  { name, frame, isPaidBeyond }: { name: string; frame: PlanFrame; isPaidBeyond: boolean },
  notes: Notes,
): Quota {
  if (reading.is !== 'number') return { mode: 'unlimited' }
  const { number, period } = reading
  if (period === 'minute' || period === 'hour') return { mode: 'rate', value: number, period }
  if (period === 'second') {
    notes.miss(
      `"${name}" is limited by the second on the page; it is drafted by the minute, the finest pace there is.`,
    )
    return { mode: 'rate', value: scaled(number, 60) ?? number, period: 'minute' }
  }
  // Beyond a quota that is paid for, the usage charge takes over.
  const limit = isPaidBeyond ? ({ limit: 'soft' } as const) : {}
  if (period === 'quarter' && frame.period !== 'quarter') {
    notes.miss(
      `"${name}" is told by the quarter on the page; it is drafted as a third of it each month.`,
    )
    return { mode: 'quota', value: scaled(number, 1 / 3) ?? number, period: 'month', ...limit }
  }
  return { mode: 'quota', value: number, period: quotaPeriod(reading, frame), ...limit }
}

function quotaPeriod(
  { period, isLimit }: Extract<Reading, { is: 'number' }>,
  frame: PlanFrame,
): NonNullable<Quota['period']> {
  if (period === 'one_time' || period === 'lifetime') return 'lifetime'
  if (period === 'day' || period === 'week' || period === 'month' || period === 'year') {
    return period === frame.period ? 'billing_period' : period
  }
  return isLimit || frame.period === 'one_time' ? 'lifetime' : 'billing_period'
}

/**
 * How much of a billing period's usage a quota covers, for what is paid beyond it; null when the
 * quota's period does not fit into the plan's.
 */
export function coveredUsage(reading: Reading | undefined, frame: PlanFrame): number | null {
  if (reading?.is !== 'number') return 0
  const { number, period } = reading
  if (period === 'second' || period === 'minute' || period === 'hour') return 0
  if (period === null || period === frame.period) return number
  if (period === 'one_time' || period === 'lifetime') {
    return frame.period === 'one_time' ? number : null
  }
  const times = timesWithin(period, frame)
  return times === null ? null : scaled(number, times)
}
