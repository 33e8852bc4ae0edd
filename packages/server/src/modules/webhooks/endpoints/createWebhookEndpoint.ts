import { randomBytes } from 'node:crypto'
import type { BodyOf, ResponseOf, webhookEndpoints } from '@purser/contract'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { seal } from '../../../kernel/seal.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { urlProblem } from '../../../platform/net/urlProblem.ts'
import { countEndpoints, findWebhookEndpoint, insertEndpoint } from './endpoints.sql.ts'

export interface EndpointSettings {
  encryptionKey: Uint8Array
  allowPrivateUrls: boolean
}

type Operation = (typeof webhookEndpoints)['createWebhookEndpoint']

const MAX_ENDPOINTS = 50

/** Registers a URL and returns its secret. The secret is shown only this once. */
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
  invariant(endpoint, 'the new endpoint exists')
  return { ...endpoint, secret, previousSecretExpiresAt: null }
}

/**
 * Rejects a URL that could never be called. The addresses of its host name are checked at each
 * call.
 */
export function checkEndpointUrl(scope: Scope, text: string, allowPrivate: boolean): void {
  const url = new URL(text)
  const isInsecure = scope.environment === 'live' && url.protocol !== 'https:'
  const problem = isInsecure ? 'must be https in live' : urlProblem(url, { allowPrivate })
  if (problem) throw invalidRequest([{ path: 'url', message: problem }])
}

const SECRET_BYTES = 32

/** Creates a secret in the Standard Webhooks format, also sealed for storage. */
export function newWebhookSecret(encryptionKey: Uint8Array): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { secret, sealed: seal(Buffer.from(secret), encryptionKey) }
}
