import type { WebhookMessage } from '@purser/contract'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockIfEnabled } from '../endpoints/endpoints.sql.ts'
import { requestDeliveryAttempt } from './deliveries.sql.ts'
import { findWebhookMessage } from './messages.sql.ts'

/** Requests one more attempt now, under the same message id and in any status of the delivery. */
export async function replayWebhookMessage(
  tx: Tx,
  { environmentId, now }: Scope,
  id: string,
): Promise<WebhookMessage> {
  const bucket = bucketOfId('webhookDelivery', id)
  const message = await findWebhookMessage(tx, environmentId, id)
  if (bucket === null || !message) throw notFound('webhook message', id)
  if (!(await lockIfEnabled(tx, { environmentId, id: message.endpointId }))) {
    throw new PurserError(
      'invalid_state',
      'The endpoint of this message is disabled or deleted; enable it, or register it again.',
    )
  }
  await requestDeliveryAttempt(tx, { bucket, environmentId, id }, now)
  return (await findWebhookMessage(tx, environmentId, id)) ?? message
}
