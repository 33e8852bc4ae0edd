import type { Tx } from '../../platform/db/database.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { type LoadedPlan, loadPlan } from './loadPlan.ts'

/** A subscription or one of its add-ons, with the version of the plan that it is on. */
export interface Part {
  readonly subscription: SubscriptionRecord
  readonly plan: LoadedPlan
}

/** The subscription itself and then its add-ons: what one invoice bills. */
export async function loadParts(
  tx: Tx,
  environmentId: string,
  subscription: SubscriptionRecord,
  items: readonly SubscriptionRecord[],
): Promise<[Part, ...Part[]]> {
  const load = async (record: SubscriptionRecord): Promise<Part> => ({
    subscription: record,
    plan: await loadPlan(tx, environmentId, record),
  })
  const own = await load(subscription)
  const parts: [Part, ...Part[]] = [own]
  for (const item of items) parts.push(await load(item))
  return parts
}
