import type { Plan } from '@purser/contract'
import type { BillingCycle } from '../../kernel/calendar.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findPlan, listOverflowMetricIds, listSeatTypes, readPlanTerms } from '../catalog/read.ts'
import type { Offer } from './core/entitlementChanges.ts'
import type { SubscriptionRecord } from './core/record.ts'

/** The version of a plan that a subscription is on, and how it is billed. */
export interface LoadedPlan extends Offer {
  readonly plan: Plan
  readonly cycle: BillingCycle
}

export async function loadPlan(
  tx: Tx,
  environmentId: string,
  subscription: Pick<
    SubscriptionRecord,
    'id' | 'planId' | 'planVersion' | 'quantities' | 'billingAnchor'
  >,
): Promise<LoadedPlan> {
  const { planId, planVersion: version, quantities, billingAnchor: anchor } = subscription
  const current = await findPlan(tx, environmentId, planId)
  invariant(current, 'a subscription has a plan')
  const plan =
    current.version === version ? current : await inVersion(tx, environmentId, current, version)
  const { interval, intervalCount } = plan
  return {
    subscriptionId: subscription.id,
    planId,
    planName: plan.name,
    charges: plan.charges,
    quantities,
    overflowMetricIds: await listOverflowMetricIds(tx, environmentId, plan),
    seatTypes: await listSeatTypes(tx, environmentId, plan),
    plan,
    cycle: { anchor, interval, intervalCount },
  }
}

/** A plan with the terms of a version that was replaced. */
async function inVersion(
  tx: Tx,
  environmentId: string,
  current: Plan,
  version: number,
): Promise<Plan> {
  const [terms] = await readPlanTerms(tx, environmentId, [{ planId: current.id, version }])
  invariant(terms, 'a version of a plan is kept')
  return { ...current, ...terms, version }
}
