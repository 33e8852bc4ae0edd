import type { PlanEntry } from './Catalog.ts'

/** A billing period by its own name where it has one: that of a monthly plan is a month. */
export const periodOf = (period: string, { interval, intervalCount = 1 }: PlanEntry): string =>
  period === 'billing_period' && interval !== 'none' && intervalCount === 1 ? interval : period
