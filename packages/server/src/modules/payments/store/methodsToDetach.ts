import { bucketOfId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** A detached method of which the provider does not know yet. */
export interface MethodToDetach {
  environmentId: string
  id: string
  customerId: string
  provider: string
  providerMethodId: string
  /** How often telling it has failed. */
  tries: number
}

/** Of deleted customers too: what was detached must be forgotten at the provider. */
const select = (tx: Tx) =>
  tx
    .selectFrom('payment_methods')
    .select(['environment_id as environmentId', 'id', 'customer_id as customerId', 'provider'])
    .select(['provider_method_id as providerMethodId', 'detach_tries as tries'])
    .where('status', '=', 'detached')
    .where('detached_at_provider_at', 'is', null)

export async function findMethodToDetach(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<MethodToDetach | null> {
  const row = await select(tx)
    .where('bucket', '=', bucketOfId('paymentMethod', id))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export const findDueToDetach = (tx: Tx, now: Date, limit: number): Promise<MethodToDetach[]> =>
  select(tx)
    .where('detach_due_at', '<=', now)
    .orderBy('detach_due_at')
    .orderBy('id')
    .limit(limit)
    .execute()

const update = (tx: Tx, { environmentId, id }: MethodToDetach) =>
  tx
    .updateTable('payment_methods')
    .where('bucket', '=', bucketOfId('paymentMethod', id))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    // A method that has come back meanwhile is none of this.
    .where('status', '=', 'detached')
    .where('detached_at_provider_at', 'is', null)

export const noteDetachedAtProvider = (tx: Tx, method: MethodToDetach, at: Date) =>
  update(tx, method).set({ detached_at_provider_at: at, detach_due_at: null }).execute()

export const noteFailedDetach = (tx: Tx, method: MethodToDetach, dueAt: Date) =>
  update(tx, method)
    .set((eb) => ({ detach_tries: eb('detach_tries', '+', 1), detach_due_at: dueAt }))
    .execute()
