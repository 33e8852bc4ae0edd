import type { Plan } from '@purser/contract'
import { invalidRequest, PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findProduct } from '../catalog/read.ts'
import { keptSeats } from './core/keptSeats.ts'
import type { Quantities, SubscriptionRecord } from './core/record.ts'
import { seatsOf } from './core/seats.ts'
import { findOfferedPlan, type PlanOffer } from './findOfferedPlan.ts'
import { type LoadedPlan, loadPlan } from './loadPlan.ts'

interface Target {
  /** Id or slug. */
  readonly planId: string
  readonly offer: PlanOffer
  /** Left out, those of the present plan go on where the other has them too. */
  readonly quantities?: Quantities | undefined
}

/** The plan and the seats that a subscription is to have, or why it cannot have them. */
export async function findChangeTarget(
  tx: Tx,
  { environmentId }: Scope,
  subscription: SubscriptionRecord,
  from: LoadedPlan,
  { quantities = {}, ...wanted }: Target,
): Promise<LoadedPlan> {
  const plan = await findOfferedPlan(tx, environmentId, wanted, subscription.planId)
  const stays = plan.id === subscription.planId
  if (!stays) {
    refusePlan(plan, subscription, from.plan)
    await refuseUnlessOnSale(tx, environmentId, plan)
  }
  // Whoever only changes seats keeps the version that it has.
  const to = stays ? from : await loadVersion(tx, environmentId, subscription, plan.version, plan)
  const asked = seatsOf(to.plan, quantities)
  if ('problems' in asked) throw invalidRequest(asked.problems)
  const kept = keptSeats(to.plan, subscription.quantities)
  return { ...to, quantities: { ...asked.quantities, ...kept, ...quantities } }
}

const loadVersion = (
  tx: Tx,
  environmentId: string,
  { id, billingAnchor }: SubscriptionRecord,
  planVersion: number,
  { id: planId }: Plan,
): Promise<LoadedPlan> =>
  loadPlan(tx, environmentId, { id, planId, planVersion, quantities: {}, billingAnchor })

function refusePlan(plan: Plan, { productId }: SubscriptionRecord, present: Plan): void {
  if (plan.kind === 'addon') {
    throw invalidRequest([
      { path: 'planId', message: 'is an add-on: POST /v1/subscriptions/:id/items adds it' },
    ])
  }
  if (plan.productId !== productId) {
    throw new PurserError(
      'invalid_state',
      `Plan "${plan.slug}" is of another product: subscribe to it with POST /v1/subscriptions.`,
    )
  }
  if (plan.currency !== present.currency) {
    throw new PurserError(
      'currency_mismatch',
      `Plan "${plan.slug}" is in ${plan.currency}, the subscription in ${present.currency}: choose a plan in ${present.currency}.`,
    )
  }
}

/** Refuses a plan that nobody can come to any more, or not yet. */
export async function refuseUnlessOnSale(tx: Tx, environmentId: string, plan: Plan): Promise<void> {
  const product = await findProduct(tx, environmentId, plan.productId)
  if (plan.status === 'active' && product?.status === 'active') return
  throw new PurserError(
    'plan_inactive',
    plan.status === 'active'
      ? `The product of plan "${plan.slug}" is archived: choose another plan.`
      : `Plan "${plan.slug}" is ${plan.status}: choose an active one.`,
  )
}
