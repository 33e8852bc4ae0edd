import type { ResponseOf, webhookEndpoints } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { newWebhookSecret } from './createWebhookEndpoint.ts'
import { findWebhookEndpoint, lockEndpoint, updateEndpoint } from './endpoints.sql.ts'

const OVERLAP_MS = 24 * 60 * 60 * 1_000

/**
 * Replaces the secret. The previous secret also signs for a day, so that the merchant rejects no
 * message in the meantime.
 */
export async function rotateWebhookSecret(
  tx: Tx,
  scope: Scope,
  id: string,
  encryptionKey: Uint8Array,
): Promise<ResponseOf<(typeof webhookEndpoints)['rotateWebhookSecret']>> {
  const key = { environmentId: scope.environmentId, id }
  const before = await lockEndpoint(tx, key)
  if (!before) throw notFound('webhook endpoint', id)
  const { secret, sealed } = newWebhookSecret(encryptionKey)
  const expiresAt = new Date(scope.now.getTime() + OVERLAP_MS)
  await updateEndpoint(tx, key, {
    sealed_secret: sealed,
    previous_sealed_secret: before.sealedSecret,
    previous_secret_expires_at: expiresAt,
    updated_at: scope.now,
  })
  const endpoint = await findWebhookEndpoint(tx, scope.environmentId, id)
  if (!endpoint) throw notFound('webhook endpoint', id)
  return { ...endpoint, secret, previousSecretExpiresAt: expiresAt.toISOString() }
}
