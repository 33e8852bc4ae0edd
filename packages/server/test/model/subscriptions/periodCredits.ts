import { type Catalog, type GrantRule, type Plan, planOf } from '../catalog.ts'
import { grantPlanCredits, rollOver } from '../credits/planGrants.ts'
import { billingPeriodAt, type Period } from '../periods.ts'
import type { Customer, Subscription } from '../state.ts'
import { contractOf } from './renderBilling.ts'

type Cadence = 'once' | 'period' | 'drip'

export const cadenceOf = ({ cadence }: GrantRule, { interval, intervalCount }: Plan): Cadence => {
  if (cadence === 'once') return 'once'
  const isOwn = cadence === interval && intervalCount === 1
  return cadence === 'billing_period' || isOwn ? 'period' : 'drip'
}

/** The period of a drip rule, counted from the subscription's anchor. */
const dripPeriod = ({ cadence }: GrantRule, anchor: Date, at: Date, timezone: string): Period =>
  billingPeriodAt({ interval: cadence as 'month', intervalCount: 1 }, anchor, at, timezone)

/** Grants the credits of a new period and sets the time of the next drip. */
export function giveCredits(
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  period: Period,
  now: Date,
  isFirst: boolean,
): void {
  const plan = planOf(catalog, subscription)
  for (const [position, rule] of plan.grantRules.entries()) {
    const cadence = cadenceOf(rule, plan)
    if (cadence === 'once' && !isFirst) continue
    if (cadence === 'drip') {
      drip(customer, subscription, plan, position, period.start, now)
      continue
    }
    const periodKey = cadence === 'once' ? 'once' : period.start.toISOString()
    give(customer, subscription, plan, position, periodKey, period, 'PLAN_GRANT', now)
  }
  const contract = contractOf(subscription)
  contract.nextDripAt = nextDrip(plan, subscription, period.start, customer.timezone)
}

export function drip(
  customer: Customer,
  subscription: Subscription,
  plan: Plan,
  position: number,
  at: Date,
  now: Date,
): void {
  const rule = plan.grantRules[position]
  if (!rule) return
  const period = dripPeriod(rule, subscription.billingAnchor, at, customer.timezone)
  const key = period.start.toISOString()
  give(customer, subscription, plan, position, key, period, 'DRIP', now)
}

/**
 * Grants the credits of a period once. Skips credits of an ended period if they neither outlive the
 * period nor roll over.
 */
function give(
  customer: Customer,
  { id: subscriptionId }: Subscription,
  plan: Plan,
  rulePosition: number,
  periodKey: string,
  { start, end }: Period,
  reason: 'PLAN_GRANT' | 'DRIP',
  now: Date,
): void {
  const rule = plan.grantRules[rulePosition]
  if (!rule) return
  const isOver = end !== null && end <= now
  if (isOver && rule.expires === 'period_end' && rule.rollover === 'none') return
  const grant = {
    subscriptionId,
    planId: plan.id,
    planVersion: plan.version,
    rulePosition,
    rule,
    periodKey,
    periodEnd: end,
  }
  if (periodKey !== 'once') rollOver(customer, { ...grant, endedAt: start }, now)
  grantPlanCredits(customer, { ...grant, reason }, now)
}

/** The first drip of a plan after an instant. */
export function nextDrip(
  plan: Plan,
  { billingAnchor }: Pick<Subscription, 'billingAnchor'>,
  after: Date,
  timezone: string,
): Date | null {
  const ends = plan.grantRules
    .filter((rule) => cadenceOf(rule, plan) === 'drip')
    .flatMap((rule) => dripPeriod(rule, billingAnchor, after, timezone).end ?? [])
    .map((end) => end.getTime())
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}
