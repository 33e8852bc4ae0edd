import { type BillingCycle, type BillingPeriod, billingPeriod } from '../../../kernel/calendar.ts'
import type { GrantRule } from '../../catalog/core.ts'

/** A grant that is due now. `endedAt` is the end of the rule's previous period. */
export interface DueGrant extends GrantPeriod {
  readonly rulePosition: number
  readonly rule: GrantRule
  readonly endedAt: Date
}

const grantKind = (
  rule: GrantRule,
  { interval, intervalCount }: BillingCycle,
): 'once' | 'period' | 'drip' => {
  if (rule.cadence === 'once') return 'once'
  const isPlanInterval = rule.cadence === interval && intervalCount === 1
  return rule.cadence === 'billing_period' || isPlanInterval ? 'period' : 'drip'
}

/**
 * The grants at the start of a period. Rules with the cadence `once` grant only in the first
 * period.
 */
export function grantsOfPeriod(
  rules: readonly GrantRule[],
  { cycle, period, timezone }: { cycle: BillingCycle; period: BillingPeriod; timezone: string },
  { isFirst }: { isFirst: boolean },
): DueGrant[] {
  return rules.flatMap((rule, rulePosition): DueGrant[] => {
    const kind = grantKind(rule, cycle)
    if (kind === 'drip') return [dripAt(rule, rulePosition, cycle, period.start, timezone)]
    if (kind === 'once' && !isFirst) return []
    const periodKey = kind === 'once' ? 'once' : period.start.toISOString()
    const { start: endedAt, end: periodEnd } = period
    return [{ rule, rulePosition, endedAt, periodKey, periodEnd, reason: 'PLAN_GRANT' }]
  })
}

/** The grants of a plan's drips at an instant. */
export const dripsAt = (
  rules: readonly GrantRule[],
  cycle: BillingCycle,
  at: Date,
  timezone: string,
): DueGrant[] =>
  rules.flatMap((rule, position) =>
    grantKind(rule, cycle) === 'drip' ? [dripAt(rule, position, cycle, at, timezone)] : [],
  )

function dripAt(
  rule: GrantRule,
  rulePosition: number,
  cycle: BillingCycle,
  at: Date,
  timezone: string,
): DueGrant {
  const period = grantPeriod(rule, cycle, at, timezone)
  return { ...period, rule, rulePosition, endedAt: new Date(period.periodKey) }
}

/** The next drip of a plan after an instant, or null if there is none. */
export function nextDrip(
  rules: readonly GrantRule[],
  cycle: BillingCycle,
  after: Date,
  timezone: string,
): Date | null {
  const ends = dripsAt(rules, cycle, after, timezone).flatMap(({ periodEnd }) =>
    periodEnd === null ? [] : [periodEnd.getTime()],
  )
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

/** The period of a grant. `periodKey` ensures that a rule grants once per period. */
interface GrantPeriod {
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
  const isPlanInterval = cadence === cycle.interval && cycle.intervalCount === 1
  if (cadence === 'billing_period' || isPlanInterval) {
    return { periodKey: start.toISOString(), periodEnd: end, reason: 'PLAN_GRANT' }
  }
  const drip = billingPeriod({ ...cycle, interval: cadence, intervalCount: 1 }, at, timezone)
  return { periodKey: drip.start.toISOString(), periodEnd: drip.end, reason: 'DRIP' }
}
