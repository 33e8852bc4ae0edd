import type { Plan } from '@purser/contract'
import { type BillingCycle, billingPeriod } from '../../../kernel/calendar.ts'

type GrantRule = Plan['grantRules'][number]

/** When a rule gives, under which key it gives once, and what ends with it. */
export interface GrantPeriod {
  periodKey: string
  periodEnd: Date | null
  reason: 'PLAN_GRANT' | 'DRIP'
}

/** The period of a grant rule at an instant. A cadence other than the plan's interval is a drip. */
export function grantPeriod(
  { cadence }: Pick<GrantRule, 'cadence'>,
  cycle: BillingCycle,
  at: Date,
  timezone: string,
): GrantPeriod {
  const { start, end } = billingPeriod(cycle, at, timezone)
  if (cadence === 'once') return { periodKey: 'once', periodEnd: end, reason: 'PLAN_GRANT' }
  const own = cadence === cycle.interval && cycle.intervalCount === 1
  if (cadence === 'billing_period' || own) {
    return { periodKey: start.toISOString(), periodEnd: end, reason: 'PLAN_GRANT' }
  }
  const drip = billingPeriod({ ...cycle, interval: cadence, intervalCount: 1 }, at, timezone)
  return { periodKey: drip.start.toISOString(), periodEnd: drip.end, reason: 'DRIP' }
}
