import type { Plan } from '@purser/contract'
import type { BillingCycle, BillingPeriod } from '../../../kernel/calendar.ts'
import { isSameVersion, type PlanChange } from './changeLines.ts'
import type { RuleTerm } from './creditShares.ts'
import { grantPeriod } from './grantPeriod.ts'

interface Giving {
  readonly planId: string
  readonly plan: Pick<Plan, 'version' | 'grantRules'>
}

interface Place {
  readonly cycle: BillingCycle
  /** The subscription's own, which may be a part of one of the cycle. */
  readonly period: BillingPeriod
  readonly at: Date
  readonly timezone: string
}

/** A plan's rules that give by period, each in the period that it is in at an instant. */
export function ruleTerms(
  { planId, plan: { version: planVersion, grantRules } }: Giving,
  { cycle, period, at, timezone }: Place,
): RuleTerm[] {
  return grantRules.flatMap((rule, rulePosition): RuleTerm[] => {
    if (rule.cadence === 'once') return []
    const own = { planId, planVersion, rulePosition, rule }
    const given = grantPeriod(rule, cycle, at, timezone)
    if (given.reason === 'DRIP') {
      const { periodKey, periodEnd } = given
      return [{ ...own, periodKey, periodStart: new Date(periodKey), periodEnd }]
    }
    const { start, end } = period
    return [{ ...own, periodKey: start.toISOString(), periodStart: start, periodEnd: end }]
  })
}

/**
 * The same for a plan that comes in the middle of a period: under keys of their own, because the
 * plan may have been there before in that period. They sort behind that of the period itself.
 */
const ruleTermsFrom = (plan: Giving, place: Place): RuleTerm[] =>
  ruleTerms(plan, place).map((term) => ({
    ...term,
    periodKey: `${term.periodKey}/${place.at.toISOString()}`,
  }))

/** The rules that stop and those that begin with a change of plan; none where the plan stays. */
export function rulesOfChange(change: PlanChange): { before: RuleTerm[]; after: RuleTerm[] } {
  if (isSameVersion(change)) return { before: [], after: [] }
  const { subscription, from, to, after, at, timezone } = change
  const { currentPeriodStart, currentPeriodEnd, billingAnchor } = subscription
  const period = { start: currentPeriodStart ?? billingAnchor, end: currentPeriodEnd }
  const cycle = { ...to.cycle, anchor: after.anchor }
  return {
    before: ruleTerms(from, { cycle: from.cycle, period, at, timezone }),
    after: ruleTermsFrom(to, { cycle, period: after.period, at, timezone }),
  }
}
