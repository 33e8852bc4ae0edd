import { compare } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { listUsageLines } from '../../invoicing/read.ts'
import { markUsageBilled } from '../../usage/index.ts'
import { listUnbilledUsage, type UnbilledUsage } from '../../usage/read.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { type ChargedUsage, invoicedForUsage } from './usageLines.core.ts'

/** As a limit, this instant includes all usage, even of a period that has just started. */
export const END_OF_TIME = new Date(8_640_000_000_000_000)

type SubscriptionKey = Pick<SubscriptionRecord, 'id' | 'customerId'>
type PlanVersion = Pick<SubscriptionRecord, 'planId' | 'planVersion'>

/**
 * True if the usage belongs to the given plan version. Unbilled usage of other versions consists of
 * corrections, which are billed at the end of the period.
 */
export const isOfPlan =
  ({ planId, planVersion }: PlanVersion) =>
  (usage: PlanVersion): boolean =>
    usage.planId === planId && usage.planVersion === planVersion

/** Reads a subscription's unbilled usage in periods that started before an instant. */
export async function readUsage(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { id, customerId }: SubscriptionKey,
  before: Date,
  andOf: readonly string[] = [],
): Promise<(UnbilledUsage & ChargedUsage)[]> {
  const usage = await listUnbilledUsage(tx, environmentId, {
    customerId,
    subscriptionIds: [id],
    before: null,
    andOf,
  })
  const started = usage.filter(({ period }) => period.start < before)
  return withInvoicedAmounts(tx, environmentId, { id, customerId }, started)
}

/**
 * Reads unbilled usage and marks it as billed. `plan` limits it to one plan version. `andOf` adds
 * all usage of the listed charges, even if no part of it is left to bill.
 */
export async function readAndMarkUsage(
  tx: Tx,
  scope: Scope,
  subscription: SubscriptionKey,
  before: Date,
  { plan, andOf }: { plan?: PlanVersion; andOf?: readonly string[] } = {},
): Promise<(UnbilledUsage & ChargedUsage)[]> {
  const all = await readUsage(tx, scope, subscription, before, andOf)
  const usage = plan ? all.filter(isOfPlan(plan)) : all
  await markUsageBilled(tx, scope, subscription.customerId, usage)
  return usage
}

/** Adds the invoiced amounts to usage that was partly withdrawn after it was billed. */
export async function withInvoicedAmounts<Usage extends ChargedUsage>(
  tx: Tx,
  environmentId: string,
  { id: subscriptionId, customerId }: SubscriptionKey,
  usage: readonly Usage[],
): Promise<Usage[]> {
  const isFewer = ({ quantity, billed }: Usage): boolean => compare(quantity, billed) < 0
  const chargeIds = usage.filter(isFewer).map(({ chargeId }) => chargeId)
  if (chargeIds.length === 0) return [...usage]
  const lines = await listUsageLines(tx, environmentId, { customerId, subscriptionId, chargeIds })
  return usage.map((each) =>
    isFewer(each) ? { ...each, invoiced: invoicedForUsage(lines, each) } : each,
  )
}
