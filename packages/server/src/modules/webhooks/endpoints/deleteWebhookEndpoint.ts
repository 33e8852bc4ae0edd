import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { endDeliveries } from '../outgoing/deliveries.sql.ts'
import { lockEndpoint, updateEndpoint } from './endpoints.sql.ts'

const FORGOTTEN = Buffer.alloc(0)

/** Deletes an endpoint and its secret. Its log of deliveries stays readable. */
export async function deleteWebhookEndpoint(tx: Tx, scope: Scope, id: string): Promise<void> {
  const key = { environmentId: scope.environmentId, id }
  if (!(await lockEndpoint(tx, key))) throw notFound('webhook endpoint', id)
  await updateEndpoint(tx, key, {
    status: 'disabled',
    disabled_reason: 'merchant',
    sealed_secret: FORGOTTEN,
    previous_sealed_secret: null,
    previous_secret_expires_at: null,
    deleted_at: scope.now,
    updated_at: scope.now,
  })
  await endDeliveries(tx, key)
}
