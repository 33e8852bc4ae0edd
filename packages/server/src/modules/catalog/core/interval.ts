import type { Plan } from '@purser/contract'

type Unit = Exclude<Plan['interval'], 'none'>

/** A month counts its longest, so that a monthly drip never outlasts a plan that is told in days. */
const DAYS: Record<Unit, number> = { day: 1, week: 7, month: 31, year: 366 }

/** How long a billing period is, for comparing; a plan without interval has no end. */
export const intervalDays = ({
  interval,
  intervalCount,
}: Pick<Plan, 'interval' | 'intervalCount'>): number =>
  interval === 'none' ? Number.POSITIVE_INFINITY : DAYS[interval] * intervalCount

/** Whether something that recurs at this cadence does so at least once in each billing period. */
export const fitsInterval = (
  cadence: 'day' | 'week' | 'month',
  plan: Pick<Plan, 'interval' | 'intervalCount'>,
): boolean => DAYS[cadence] <= intervalDays(plan)
