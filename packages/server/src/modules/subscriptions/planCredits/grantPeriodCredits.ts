import type { BillingCycle, BillingPeriod } from '../../../kernel/calendar.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { grantPlanCredits, rollOverCredits } from '../../credits/index.ts'
import { type BilledPart, loadParts } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { saveSubscription } from '../subscription/saveSubscription.ts'
import { type DueGrant, dripsAt, grantsOfPeriod, nextDrip } from './planGrants.core.ts'

/** A period for which credits are granted. */
interface PeriodToGrant {
  readonly cycle: BillingCycle
  readonly period: BillingPeriod
  readonly timezone: string
  /** The customer's time. */
  readonly now: Date
}

/** Grants the plans' credits at the start of a period. Returns the instant of the next drip. */
export async function grantPeriodCredits(
  tx: Tx,
  scope: Scope,
  parts: readonly BilledPart[],
  period: PeriodToGrant,
  first: { readonly isFirst: boolean },
): Promise<Date | null> {
  for (const part of parts) {
    const { grantRules } = part.plan.plan
    await grantAll(tx, scope, part, grantsOfPeriod(grantRules, period, first), period.now)
  }
  return nextDripOf(parts, { ...period, after: period.period.start })
}

/** Grants the drips of a subscription's plans and add-ons at an instant. */
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

/** The next drip of a subscription's plans after an instant, or null if there is none. */
export function nextDripOf(
  parts: readonly BilledPart[],
  { cycle, timezone, after }: Pick<PeriodToGrant, 'cycle' | 'timezone'> & { after: Date },
): Date | null {
  const next = parts.flatMap(({ plan: { plan } }) => {
    const at = nextDrip(plan.grantRules, cycle, after, timezone)
    return at === null ? [] : [at.getTime()]
  })
  return next.length === 0 ? null : new Date(Math.min(...next))
}

/**
 * Grants each rule once per period. Unused credits of the previous period roll over first, as far
 * as the rule allows.
 */
async function grantAll(
  tx: Tx,
  scope: Scope,
  { subscription: { id: subscriptionId, customerId, planId, planVersion } }: BilledPart,
  grants: readonly DueGrant[],
  now: Date,
): Promise<void> {
  for (const { endedAt, ...due } of grants) {
    if (isMissed(due, now)) continue
    const grant = { customerId, subscriptionId, planId, planVersion, at: now, ...due }
    if (due.periodKey !== 'once') await rollOverCredits(tx, scope, { ...grant, endedAt })
    await grantPlanCredits(tx, scope, grant)
  }
}

/** True if the period is over and its credits can be neither used nor rolled over. */
const isMissed = ({ rule, periodEnd }: Omit<DueGrant, 'endedAt'>, now: Date): boolean =>
  periodEnd !== null &&
  periodEnd <= now &&
  rule.expires === 'period_end' &&
  rule.rollover === 'none'
