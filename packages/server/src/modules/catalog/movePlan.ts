import type { Plan } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { nextPlanState, type PlanAction } from './core/planState.ts'
import { getPlan } from './getPlan.ts'
import { bumpCatalogVersion, updatePlanRow } from './store.ts'

/** Moves a plan to the state that follows an action; a plan that is there already stays as it is. */
export async function movePlan(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  action: PlanAction,
  requireAllowed: (plan: Plan) => Promise<void> = async () => {},
): Promise<Plan> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const plan = await getPlan(tx, scope, idOrSlug)
  const status = nextPlanState(plan.status, action)
  if (status === null) {
    throw new PurserError('invalid_state', `Cannot ${action} a plan that is ${plan.status}.`)
  }
  if (status === plan.status) return plan
  await requireAllowed(plan)
  await updatePlanRow(tx, scope, plan.id, { status })
  return getPlan(tx, scope, plan.id)
}
