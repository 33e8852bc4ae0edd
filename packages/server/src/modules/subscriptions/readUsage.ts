import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { markUsageBilled } from '../usage/index.ts'
import { listUnbilledUsage, type UnbilledUsage } from '../usage/read.ts'
import type { SubscriptionRecord } from './core/record.ts'

/** Before it lies all usage, also that of a period that has only just begun. */
export const END_OF_TIME = new Date(8_640_000_000_000_000)

type Of = Pick<SubscriptionRecord, 'id' | 'customerId'>
type OnPlan = Pick<SubscriptionRecord, 'planId' | 'planVersion'>

/**
 * Whether usage is of the plan that a subscription is on. What is left of others are corrections of
 * what was billed: they wait for the end of the period.
 */
export const isOfPlan =
  ({ planId, planVersion }: OnPlan) =>
  (usage: OnPlan): boolean =>
    usage.planId === planId && usage.planVersion === planVersion

/** Usage of a subscription in periods that began before an instant, as far as it is not billed. */
export async function readUsage(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { id, customerId }: Of,
  before: Date,
): Promise<UnbilledUsage[]> {
  const usage = await listUnbilledUsage(tx, environmentId, {
    customerId,
    subscriptionIds: [id],
    before: null,
  })
  return usage.filter(({ period }) => period.start < before)
}

/** The same, which counts as billed from here on; with `plan` only that of it. */
export async function takeUsage(
  tx: Tx,
  scope: Scope,
  subscription: Of,
  before: Date,
  plan?: OnPlan,
): Promise<UnbilledUsage[]> {
  const all = await readUsage(tx, scope, subscription, before)
  const usage = plan ? all.filter(isOfPlan(plan)) : all
  await markUsageBilled(tx, scope, subscription.customerId, usage)
  return usage
}
