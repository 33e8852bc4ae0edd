import type { Database, Tx } from '../../../platform/db/database.ts'
import type { SubscriptionRecord } from '../core/record.ts'
import { toRecord } from './records.ts'

/** Which subscribers of a plan a migration takes along. */
export interface SubscriberFilter {
  readonly planId: string
  /** Null: every version before `toVersion`. */
  readonly fromVersion: number | null
  readonly toVersion: number
}

const RUNNING = ['trialing', 'active', 'past_due', 'paused'] as const

/** Those that are billed for an older version, and are not on their way to another plan or this one. */
const subscribers = (
  tx: Tx | Database,
  environmentId: string,
  { planId, fromVersion, toVersion }: SubscriberFilter,
) =>
  tx
    .selectFrom('subscriptions')
    .where('environment_id', '=', environmentId)
    .where('plan_id', '=', planId)
    .where('plan_version', '<', toVersion)
    .$if(fromVersion !== null, (query) => query.where('plan_version', '=', fromVersion ?? 0))
    .where('parent_id', 'is', null)
    .where('product_id', 'is not', null)
    .where('status', 'in', RUNNING)
    .where((eb) =>
      eb.or([
        eb('pending_plan_id', 'is', null),
        eb.and([eb('pending_plan_id', '=', planId), eb('pending_plan_version', '<', toVersion)]),
      ]),
    )

export async function countSubscribers(
  tx: Tx,
  environmentId: string,
  filter: SubscriberFilter,
): Promise<number> {
  const row = await subscribers(tx, environmentId, filter)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** One page of them by id, after a given one. */
export async function listSubscribers(
  tx: Tx | Database,
  environmentId: string,
  filter: SubscriberFilter,
  { after, limit }: { after: string; limit: number },
): Promise<SubscriptionRecord[]> {
  const rows = await subscribers(tx, environmentId, filter)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toRecord)
}

export const isSubscriber = (
  { planId, planVersion, productId, parentId, status, pendingChange }: SubscriptionRecord,
  filter: SubscriberFilter,
): boolean =>
  planId === filter.planId &&
  planVersion < filter.toVersion &&
  (filter.fromVersion === null || planVersion === filter.fromVersion) &&
  productId !== null &&
  parentId === null &&
  (RUNNING as readonly string[]).includes(status) &&
  (pendingChange === null ||
    (pendingChange.planId === filter.planId && pendingChange.planVersion < filter.toVersion))
