import type { Database, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { disableWebhookEndpoint } from '../endpoints/disableWebhookEndpoint.ts'
import {
  type EndpointKey,
  type LockedEndpoint,
  lockEndpoint,
  markHealthy,
  updateEndpoint,
} from '../endpoints/endpoints.sql.ts'
import {
  type Attempt,
  type ClaimedDelivery,
  insertAttempt,
  lockDelivery,
  saveDelivery,
} from './deliveries.sql.ts'
import { afterAttempt, PATIENCE_MS } from './retry.core.ts'

type Disabled = 'failing' | 'gone' | null

/** Writes down what came of a try; returns why the endpoint was given up on, if it was. */
export const recordAttempt = (
  db: Database,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  { now, random }: { now: Date; random: number },
): Promise<Disabled> =>
  withTransaction(db, async (tx) => {
    const endpoint = { environmentId: delivery.environmentId, id: delivery.endpointId }
    const isDelivered = attempt.kind === 'delivered'
    // The endpoint first, then its delivery, as everybody locks them.
    if (isDelivered) await markHealthy(tx, endpoint)
    const locked = isDelivered ? null : await lockEndpoint(tx, endpoint)
    const before = await lockDelivery(tx, delivery)
    const after = afterAttempt(before, attempt, { now, random })
    await saveDelivery(tx, delivery, after)
    await insertAttempt(tx, delivery, after.attemptCount, attempt)
    if (locked?.status !== 'enabled') return null
    if (attempt.kind === 'gone') return disable(tx, endpoint, 'gone', now)
    // A replay that fails says nothing of how the endpoint does by itself.
    return before.status === 'pending' ? noteFailure(tx, endpoint, locked, now) : null
  })

async function noteFailure(
  tx: Tx,
  key: EndpointKey,
  { failingSince }: LockedEndpoint,
  now: Date,
): Promise<Disabled> {
  if (failingSince === null) await updateEndpoint(tx, key, { failing_since: now })
  else if (now.getTime() - failingSince.getTime() >= PATIENCE_MS) {
    return disable(tx, key, 'failing', now)
  }
  return null
}

async function disable(
  tx: Tx,
  key: EndpointKey,
  reason: 'failing' | 'gone',
  now: Date,
): Promise<Disabled> {
  await disableWebhookEndpoint(tx, key, reason, now)
  return reason
}
