import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { readPlanRights, readPlanTerms } from '../../catalog/read.ts'
import { grantPlanCredits } from '../../credits/index.ts'
import { currentTimeOf, readCustomerSnapshots } from '../../customers/read.ts'
import { grantPeriod } from '../planCredits/planGrants.core.ts'
import type { AttachedPlan } from './attach.sql.ts'

/** Grants the plan's credits for the customer's current period. A second call grants nothing. */
export async function grantCurrentPeriod(
  tx: Tx,
  scope: Scope,
  { id: subscriptionId, customerId, planId, planVersion, billingAnchor }: AttachedPlan,
): Promise<void> {
  const { environmentId } = scope
  const session = sessionOf(tx)
  const [customer] = await readCustomerSnapshots(session, [{ environmentId, customerId }])
  const plan = await readPlanRights(session, environmentId, planId, planVersion)
  const [terms] = await readPlanTerms(tx, environmentId, [{ planId, version: planVersion }])
  invariant(customer && plan && terms, 'a subscription has a customer and a plan')
  const cycle = { anchor: billingAnchor, ...plan }
  const now = currentTimeOf(customer, scope.now)
  for (const [rulePosition, rule] of terms.grantRules.entries()) {
    await grantPlanCredits(tx, scope, {
      customerId,
      subscriptionId,
      planId,
      planVersion,
      rulePosition,
      rule,
      ...grantPeriod(rule, cycle, now, customer.timezone),
    })
  }
}
