import type { Plan } from '@purser/contract'
import type { BillingCycle } from '../../../kernel/calendar.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  findPlan,
  listOverflowMetricIds,
  listSeatTypes,
  readPlanTerms,
} from '../../catalog/read.ts'
import type { ComparablePlan } from '../change/direction.core.ts'
import { seatsOf, seatsSoldBy } from './seats.core.ts'
import type { SubscriptionRecord } from './subscription.core.ts'

/** The plan version of a subscription, and its billing cycle. */
export interface LoadedPlan extends ComparablePlan {
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
  const { planId, planVersion: version } = subscription
  const current = await findPlan(tx, environmentId, planId)
  invariant(current, 'a subscription has a plan')
  const plan =
    current.version === version
      ? current
      : await withTermsOfVersion(tx, environmentId, current, version)
  return toLoadedPlan(tx, environmentId, plan, subscription)
}

/** Loads the rest of a plan version that has already been read. */
export async function toLoadedPlan(
  tx: Tx,
  environmentId: string,
  plan: Plan,
  {
    id: subscriptionId,
    quantities,
    billingAnchor: anchor,
  }: Pick<SubscriptionRecord, 'id' | 'quantities' | 'billingAnchor'>,
): Promise<LoadedPlan> {
  const { interval, intervalCount } = plan
  return {
    subscriptionId,
    planId: plan.id,
    planName: plan.name,
    charges: plan.charges,
    quantities,
    overflowMetricIds: await listOverflowMetricIds(tx, environmentId, plan),
    seatTypes: await listSeatTypes(tx, environmentId, plan),
    plan,
    cycle: { anchor, interval, intervalCount },
  }
}

/** Returns the plan with the terms of a former version. */
async function withTermsOfVersion(
  tx: Tx,
  environmentId: string,
  current: Plan,
  version: number,
): Promise<Plan> {
  const [terms] = await readPlanTerms(tx, environmentId, [{ planId: current.id, version }])
  invariant(terms, 'former plan versions are kept')
  return { ...current, ...terms, version }
}

/** A subscription or one of its add-ons, with its plan version. */
export interface BilledPart {
  readonly subscription: SubscriptionRecord
  readonly plan: LoadedPlan
}

/** Loads the subscription and its add-ons, which one invoice bills. */
export async function loadParts(
  tx: Tx,
  environmentId: string,
  subscription: SubscriptionRecord,
  items: readonly SubscriptionRecord[],
): Promise<[BilledPart, ...BilledPart[]]> {
  const load = async (record: SubscriptionRecord): Promise<BilledPart> => ({
    subscription: record,
    plan: await loadPlan(tx, environmentId, record),
  })
  const base = await load(subscription)
  const parts: [BilledPart, ...BilledPart[]] = [base]
  for (const item of items) parts.push(await load(item))
  return parts
}

/** Loads another version of a subscription's plan, with the seats that this version sells. */
export async function loadOtherVersion(
  tx: Tx,
  environmentId: string,
  subscription: Pick<SubscriptionRecord, 'id' | 'planId' | 'quantities' | 'billingAnchor'>,
  planVersion: number,
): Promise<LoadedPlan> {
  const version = await loadPlan(tx, environmentId, { ...subscription, planVersion })
  const seats = seatsOf(version.plan, seatsSoldBy(version.plan, subscription.quantities))
  return 'quantities' in seats ? { ...version, quantities: seats.quantities } : version
}
