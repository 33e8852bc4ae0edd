import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvents } from '../../../platform/db/outbox.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { endDeliveries } from '../outgoing/deliveries.sql.ts'
import { type EndpointKey, findWebhookEndpoint, updateEndpoint } from './endpoints.sql.ts'

/**
 * Disables an endpoint and notifies the merchant through its other endpoints. The caller holds the
 * endpoint's lock.
 */
export async function disableWebhookEndpoint(
  tx: Tx,
  key: EndpointKey,
  reason: 'failing' | 'gone',
  now: Date,
): Promise<void> {
  await updateEndpoint(tx, key, { status: 'disabled', disabled_reason: reason, updated_at: now })
  await endDeliveries(tx, key)
  await emitEvents(sessionOf(tx), [
    {
      bucket: bucketOf(key.environmentId, ''),
      environmentId: key.environmentId,
      customerId: null,
      type: 'webhook_endpoint.disabled',
      data: await findWebhookEndpoint(tx, key.environmentId, key.id),
      createdAt: now,
    },
  ])
}
