import type { BillingCycle, BillingPeriod } from '../../../kernel/calendar.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { grantPlanCredits, rollOverCredits } from '../../credits/index.ts'
import { loadParts, type Part } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { saveSubscription } from '../subscription/saveSubscription.ts'
import { type DueGrant, dripsAt, grantsOfPeriod, nextDrip } from './planGrants.core.ts'

/** Where a period lies, and when it is given for. */
interface PeriodToGrant {
  readonly cycle: BillingCycle
  readonly period: BillingPeriod
  readonly timezone: string
  /** The customer's time. */
  readonly now: Date
}

/** Gives what the plans give when a period begins; says when they drip next. */
export async function grantPeriodCredits(
  tx: Tx,
  scope: Scope,
  parts: readonly Part[],
  period: PeriodToGrant,
  first: { readonly isFirst: boolean },
): Promise<Date | null> {
  for (const part of parts) {
    const { grantRules } = part.plan.plan
    await grantAll(tx, scope, part, grantsOfPeriod(grantRules, period, first), period.now)
  }
  return nextDripOf(parts, { ...period, after: period.period.start })
}

/** Gives what the plans of a subscription and its add-ons drip at an instant. */
export async function dripPlanCredits(
  tx: Tx,
  scope: Scope,
  { subscription, items, customer, now }: LoadedSubscription,
  at: Date,
): Promise<void> {
  const parts = await loadParts(tx, scope.environmentId, subscription, items)
  const { timezone } = customer
  const { cycle } = parts[0].plan
  for (const part of parts) {
    const { grantRules } = part.plan.plan
    await grantAll(tx, scope, part, dripsAt(grantRules, cycle, at, timezone), now)
  }
  const nextDripAt = nextDripOf(parts, { cycle, timezone, after: at })
  await saveSubscription(tx, scope, { ...subscription, nextDripAt }, now)
}

/** When a subscription's plans drip next after an instant; null: never. */
export function nextDripOf(
  parts: readonly Part[],
  { cycle, timezone, after }: Pick<PeriodToGrant, 'cycle' | 'timezone'> & { after: Date },
): Date | null {
  const next = parts.flatMap(({ plan: { plan } }) => {
    const at = nextDrip(plan.grantRules, cycle, after, timezone)
    return at === null ? [] : [at.getTime()]
  })
  return next.length === 0 ? null : new Date(Math.min(...next))
}

/**
 * Each once for its period, and before it what the period before left over, as far as the rule
 * carries it.
 */
async function grantAll(
  tx: Tx,
  scope: Scope,
  { subscription: { id: subscriptionId, customerId, planId, planVersion } }: Part,
  grants: readonly DueGrant[],
  now: Date,
): Promise<void> {
  for (const { endedAt, ...due } of grants) {
    if (isMissed(due, now)) continue
    const grant = { customerId, subscriptionId, planId, planVersion, ...due }
    if (due.periodKey !== 'once') await rollOverCredits(tx, scope, { ...grant, endedAt })
    await grantPlanCredits(tx, scope, grant)
  }
}

/** What nobody could use any more, nor carry over, is not given: the period was missed. */
const isMissed = ({ rule, periodEnd }: Omit<DueGrant, 'endedAt'>, now: Date): boolean =>
  periodEnd !== null &&
  periodEnd <= now &&
  rule.expires === 'period_end' &&
  rule.rollover === 'none'
