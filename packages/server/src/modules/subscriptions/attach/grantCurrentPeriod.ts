import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { readPlanRights, readPlanTerms } from '../../catalog/read.ts'
import { grantPlanCredits } from '../../credits/index.ts'
import { lockCustomer } from '../../customers/index.ts'
import { grantPeriod } from '../planCredits/planGrants.core.ts'
import type { AttachedPlan } from './attach.sql.ts'

/** Grants the plan's credits for the customer's current period. A second call grants nothing. */
export async function grantCurrentPeriod(
  tx: Tx,
  scope: Scope,
  { id: subscriptionId, customerId, planId, planVersion, billingAnchor }: AttachedPlan,
): Promise<void> {
  const { environmentId } = scope
  const { customer, now } = await lockCustomer(tx, scope, customerId)
  const plan = await readPlanRights(sessionOf(tx), environmentId, planId, planVersion)
  const [terms] = await readPlanTerms(tx, environmentId, [{ planId, version: planVersion }])
  invariant(plan && terms, 'a subscription has a plan')
  const cycle = { anchor: billingAnchor, ...plan }
  for (const [rulePosition, rule] of terms.grantRules.entries()) {
    await grantPlanCredits(tx, scope, {
      customerId,
      subscriptionId,
      planId,
      planVersion,
      rulePosition,
      rule,
      at: now,
      ...grantPeriod(rule, cycle, now, customer.timezone),
    })
  }
}
