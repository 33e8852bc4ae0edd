import type { BodyOf, ResponseOf, webhookEndpoints } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { checkEndpointUrl } from './checkEndpointUrl.ts'
import { newWebhookSecret } from './newWebhookSecret.ts'
import { findWebhookEndpoint } from './read/endpoints.ts'
import { countEndpoints, insertEndpoint } from './store/endpoints.ts'

export interface EndpointSettings {
  encryptionKey: Uint8Array
  allowPrivateUrls: boolean
}

type Operation = (typeof webhookEndpoints)['createWebhookEndpoint']

const MAX_ENDPOINTS = 50

/** Registers a URL and returns its secret: the only time it is known in clear. */
export async function createWebhookEndpoint(
  tx: Tx,
  scope: Scope,
  body: BodyOf<Operation>,
  { encryptionKey, allowPrivateUrls }: EndpointSettings,
): Promise<ResponseOf<Operation>> {
  checkEndpointUrl(scope, body.url, allowPrivateUrls)
  const { environmentId, now } = scope
  if ((await countEndpoints(tx, environmentId)) >= MAX_ENDPOINTS) {
    throw new PurserError(
      'invalid_state',
      `There are ${MAX_ENDPOINTS} webhook endpoints already; delete one that is no longer needed.`,
    )
  }
  const id = newId('webhookEndpoint')
  const { secret, sealed } = newWebhookSecret(encryptionKey)
  await insertEndpoint(tx, {
    environmentId,
    id,
    url: body.url,
    description: body.description ?? null,
    events: [...new Set(body.events)],
    sealedSecret: sealed,
    now,
  })
  const endpoint = await findWebhookEndpoint(tx, environmentId, id)
  invariant(endpoint, 'an endpoint that was just made is there')
  return { ...endpoint, secret, previousSecretExpiresAt: null }
}
