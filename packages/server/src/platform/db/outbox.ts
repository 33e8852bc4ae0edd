import { bucketOf } from '../../kernel/bucket.ts'
import { newId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from './database.ts'
import { json } from './json.ts'

export interface MerchantEvent {
  type: string
  customerId: string | null
  data: unknown
}

/** Leaves word for the merchant in the transaction of what it tells of. */
export async function tellMerchant(tx: Tx, scope: Scope, event: MerchantEvent): Promise<void> {
  await tx
    .insertInto('outbox_messages')
    .values({
      bucket: bucketOf(scope.environmentId, event.customerId ?? ''),
      environment_id: scope.environmentId,
      id: newId('webhookMessage'),
      type: event.type,
      customer_id: event.customerId,
      payload: json(event.data),
      created_at: scope.now,
    })
    .execute()
}
