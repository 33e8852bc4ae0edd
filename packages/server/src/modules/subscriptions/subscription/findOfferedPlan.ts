import type { Plan } from '@purser/contract'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { ownerOf, type Principal } from '../../../platform/http/principal.ts'
import { findPlan, findProduct } from '../../catalog/read.ts'

/** The plans that may be chosen. */
export type PlanOffer = 'public' | 'all'

/** A portal token may choose only public plans. The merchant may sell any plan. */
export const offerTo = (principal: Principal): PlanOffer =>
  ownerOf(principal) === null ? 'all' : 'public'

/**
 * Finds a plan by id or slug. A plan that is not offered counts as not found, unless it is the
 * current one.
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

/** Throws if the plan or its product is not active. */
export async function refuseUnlessOnSale(tx: Tx, environmentId: string, plan: Plan): Promise<void> {
  const product = await findProduct(tx, environmentId, plan.productId)
  if (plan.status === 'active' && product?.status === 'active') return
  throw new PurserError(
    'plan_inactive',
    plan.status === 'active'
      ? `The product of plan "${plan.slug}" is archived: choose another plan.`
      : `Plan "${plan.slug}" is ${plan.status}: choose an active plan.`,
  )
}
