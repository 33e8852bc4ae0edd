import { compare } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { listUsageLines } from '../../invoicing/read.ts'
import { markUsageBilled } from '../../usage/index.ts'
import { listUnbilledUsage, type UnbilledUsage } from '../../usage/read.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { askedForUsage, type ChargedUsage } from './usageLines.core.ts'

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
  andOf: readonly string[] = [],
): Promise<(UnbilledUsage & ChargedUsage)[]> {
  const usage = await listUnbilledUsage(tx, environmentId, {
    customerId,
    subscriptionIds: [id],
    before: null,
    andOf,
  })
  const own = usage.filter(({ period }) => period.start < before)
  return withAsked(tx, environmentId, { id, customerId }, own)
}

/**
 * The same, which counts as billed from here on; with `plan` only that of it, and with all usage of
 * the charges `andOf`, whether or not something of it is left to bill.
 */
export async function takeUsage(
  tx: Tx,
  scope: Scope,
  subscription: Of,
  before: Date,
  { plan, andOf }: { plan?: OnPlan; andOf?: readonly string[] } = {},
): Promise<(UnbilledUsage & ChargedUsage)[]> {
  const all = await readUsage(tx, scope, subscription, before, andOf)
  const usage = plan ? all.filter(isOfPlan(plan)) : all
  await markUsageBilled(tx, scope, subscription.customerId, usage)
  return usage
}

/** With what was asked for usage of which some was taken back since. */
export async function withAsked<Usage extends ChargedUsage>(
  tx: Tx,
  environmentId: string,
  { id: subscriptionId, customerId }: Of,
  usage: readonly Usage[],
): Promise<Usage[]> {
  const isFewer = ({ quantity, billed }: Usage): boolean => compare(quantity, billed) < 0
  const chargeIds = usage.filter(isFewer).map(({ chargeId }) => chargeId)
  if (chargeIds.length === 0) return [...usage]
  const lines = await listUsageLines(tx, environmentId, { customerId, subscriptionId, chargeIds })
  return usage.map((each) =>
    isFewer(each) ? { ...each, asked: askedForUsage(lines, each) } : each,
  )
}
