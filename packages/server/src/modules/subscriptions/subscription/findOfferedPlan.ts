import type { Plan } from '@purser/contract'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { ownerOf, type Principal } from '../../../platform/http/principal.ts'
import { findPlan, findProduct } from '../../catalog/read.ts'

/** Which plans may be chosen: those that are public, or all. */
export type PlanOffer = 'public' | 'all'

/** A portal token chooses among what is public; the merchant may sell any plan. */
export const offerTo = (principal: Principal): PlanOffer =>
  ownerOf(principal) === null ? 'all' : 'public'

/**
 * The plan of an id or slug. One that is not offered is as if it were not there, unless it is the
 * present one.
 */
export async function findOfferedPlan(
  tx: Tx,
  environmentId: string,
  { planId, offer }: { readonly planId: string; readonly offer: PlanOffer },
  presentPlanId?: string,
): Promise<Plan> {
  const plan = await findPlan(tx, environmentId, planId)
  const isOffered = offer === 'all' || plan?.isPublic || plan?.id === presentPlanId
  if (!plan || !isOffered) throw notFound('plan', planId)
  return plan
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
