import { bucketOf } from '../../../kernel/bucket.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { emitEvents } from '../../../platform/db/outbox.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  clearFailingSince,
  type EndpointKey,
  findWebhookEndpoint,
  type LockedEndpoint,
  lockEndpoint,
  updateEndpoint,
} from '../endpoints/endpoints.sql.ts'
import {
  type ClaimedDelivery,
  type DeliveryAttempt,
  endDeliveries,
  insertDeliveryAttempt,
  lockDelivery,
  saveDelivery,
} from './deliveries.sql.ts'
import { afterAttempt, GIVE_UP_AFTER_MS } from './retry.core.ts'

type Disabled = 'failing' | 'gone' | null

/** Records an attempt. Returns the reason if it disabled the endpoint. */
export const recordAttempt = (
  db: Database,
  delivery: ClaimedDelivery,
  attempt: DeliveryAttempt,
  { now, random }: { now: Date; random: number },
): Promise<Disabled> =>
  withTransaction(db, async (tx) => {
    const endpoint = { environmentId: delivery.environmentId, id: delivery.endpointId }
    const isDelivered = attempt.kind === 'delivered'
    // Lock the endpoint before its delivery, like every other transaction.
    if (isDelivered) await clearFailingSince(tx, endpoint)
    const locked = isDelivered ? null : await lockEndpoint(tx, endpoint)
    const before = await lockDelivery(tx, delivery)
    const after = afterAttempt(before, attempt, { now, random })
    await saveDelivery(tx, delivery, after)
    await insertDeliveryAttempt(tx, delivery, after.attemptCount, attempt)
    if (locked?.status !== 'enabled') return null
    if (attempt.kind === 'gone') return disable(tx, endpoint, 'gone', now)
    // A failed replay does not count toward disabling the endpoint.
    return before.status === 'pending' ? recordFailure(tx, endpoint, locked, now) : null
  })

async function recordFailure(
  tx: Tx,
  key: EndpointKey,
  { failingSince }: LockedEndpoint,
  now: Date,
): Promise<Disabled> {
  if (failingSince === null) await updateEndpoint(tx, key, { failing_since: now })
  else if (now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS) {
    return disable(tx, key, 'failing', now)
  }
  return null
}

/** Disables an endpoint and notifies the merchant through its other endpoints. */
async function disable(
  tx: Tx,
  key: EndpointKey,
  reason: 'failing' | 'gone',
  now: Date,
): Promise<Disabled> {
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
  return reason
}
