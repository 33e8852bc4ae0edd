import type { BodyOf, WebhookEndpoint, webhookEndpoints } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { endDeliveries } from '../outgoing/deliveries.sql.ts'
import { checkEndpointUrl, type EndpointSettings } from './createWebhookEndpoint.ts'
import { findWebhookEndpoint, lockEndpoint, updateEndpoint } from './endpoints.sql.ts'

type Changes = BodyOf<(typeof webhookEndpoints)['updateWebhookEndpoint']>

/**
 * Changes, disables or enables an endpoint. Disabling fails its pending deliveries. Enabling it or
 * changing its URL clears the record of failures.
 */
export async function updateWebhookEndpoint(
  tx: Tx,
  scope: Scope,
  id: string,
  { url, description, events, status }: Changes,
  { allowPrivateUrls }: Pick<EndpointSettings, 'allowPrivateUrls'>,
): Promise<WebhookEndpoint> {
  if (url !== undefined) checkEndpointUrl(scope, url, allowPrivateUrls)
  const key = { environmentId: scope.environmentId, id }
  const before = await lockEndpoint(tx, key)
  if (!before) throw notFound('webhook endpoint', id)
  const isEnabling = status === 'enabled' && before.status === 'disabled'
  const isDisabling = status === 'disabled' && before.status === 'enabled'
  const isMoving = url !== undefined && url !== before.url
  await updateEndpoint(tx, key, {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(isEnabling && { status: 'enabled', disabled_reason: null }),
    ...(isDisabling && { status: 'disabled', disabled_reason: 'merchant' }),
    ...((isEnabling || isMoving) && { failing_since: null }),
    updated_at: scope.now,
  })
  if (isDisabling) await endDeliveries(tx, key)
  const endpoint = await findWebhookEndpoint(tx, scope.environmentId, id)
  if (!endpoint) throw notFound('webhook endpoint', id)
  return endpoint
}
