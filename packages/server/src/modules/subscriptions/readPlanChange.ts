import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PlanChange } from './core/changeLines.ts'
import type { PlanTerms } from './core/changeTerms.ts'
import { type LoadedPlan, loadPlan } from './loadPlan.ts'
import type { LockedSubscription } from './lockSubscription.ts'

/** A change of plan or seats as it was quoted, with both plans. */
export async function readPlanChange(
  tx: Tx,
  { environmentId }: Scope,
  { subscription, customer }: LockedSubscription,
  { planId, planVersion, quantities, at, period }: PlanTerms,
): Promise<PlanChange & { readonly to: LoadedPlan }> {
  const anchor = new Date(period.anchor)
  const next = { id: subscription.id, planId, planVersion, quantities, billingAnchor: anchor }
  return {
    subscription,
    from: await loadPlan(tx, environmentId, subscription),
    to: await loadPlan(tx, environmentId, next),
    after: {
      anchor,
      period: {
        start: new Date(period.start),
        end: period.end === null ? null : new Date(period.end),
      },
    },
    at: new Date(at),
    timezone: customer.timezone,
  }
}
