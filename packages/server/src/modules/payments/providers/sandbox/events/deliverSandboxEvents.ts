import type { Clock } from '../../../../../kernel/clock.ts'
import type { Database } from '../../../../../platform/db/database.ts'
import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import { enqueue } from '../../../../../platform/jobs/enqueue.ts'
import { claimEvent, DELIVER_EVENTS, type DueEvent, isClaimed, releaseEvent } from './events.sql.ts'
import { SIGNATURE_HEADER, signSandboxWebhook, webhookSecretOf } from './webhook.core.ts'

export interface Deliverer {
  readonly db: Database
  readonly clock: Clock
  readonly encryptionKey: Uint8Array
  readonly publicUrl: string
}

const SECOND_MS = 1000
const ANSWER_WITHIN_MS = 10 * SECOND_MS
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * SECOND_MS
const POLL_MS = 20
/** Pauses after the first try, the second try and so on. The last pause repeats. */
const PAUSES_MS = [1, 5, 30, 5 * 60, 60 * 60, 6 * 60 * 60].map((seconds) => seconds * SECOND_MS)

/**
 * Sends every event that is due. Several workers may run concurrently: each event is claimed by
 * one.
 */
export async function deliverSandboxEvents(deliverer: Deliverer): Promise<void> {
  for (;;) {
    const event = await claimEvent(deliverer.db, deliverer.clock.now(), null)
    if (!event) return
    await deliver(deliverer, event)
  }
}

/** Sends these events now. If another worker is sending one of them, waits until it is done. */
export async function deliverNow(
  deliverer: Deliverer & { wait(ms: number): Promise<void> },
  environmentId: string,
  eventIds: readonly string[],
): Promise<void> {
  const { db, clock, wait } = deliverer
  for (const id of eventIds) {
    const event = await claimEvent(db, clock.now(), { environmentId, id })
    if (event) await deliver(deliverer, event)
    while (await isClaimed(db, { environmentId, id }, clock.now())) await wait(POLL_MS)
  }
}

async function deliver(deliverer: Deliverer, event: DueEvent): Promise<void> {
  let isDelivered = false
  for (let copy = 0; copy < event.copies; copy += 1) {
    isDelivered = (await send(deliverer, event, copy)) || isDelivered
  }
  const now = deliverer.clock.now()
  await withTransaction(deliverer.db, async (tx) => {
    if (isDelivered) return releaseEvent(tx, event, { status: 'delivered' })
    if (now.getTime() - event.createdAt.getTime() >= GIVE_UP_AFTER_MS) {
      return releaseEvent(tx, event, { status: 'given_up' })
    }
    const pause = PAUSES_MS[Math.min(event.tries, PAUSES_MS.length) - 1] ?? 0
    const dueAt = new Date(now.getTime() + pause)
    await releaseEvent(tx, event, { status: 'waiting', due_at: dueAt })
    await enqueue(tx, { task: DELIVER_EVENTS, payload: {}, key: event.id, runAt: dueAt })
  })
}

/**
 * Returns whether the event arrived. Each copy gets a different signature, as real deliveries do.
 */
async function send(
  { clock, encryptionKey, publicUrl }: Deliverer,
  { environmentId, body }: DueEvent,
  copy: number,
): Promise<boolean> {
  const bytes = Buffer.from(body)
  const signedAt = new Date(clock.now().getTime() + copy * SECOND_MS)
  const secret = webhookSecretOf(environmentId, encryptionKey)
  try {
    const response = await fetch(`${publicUrl}/v1/webhooks/sandbox/${environmentId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signSandboxWebhook(bytes, secret, signedAt),
      },
      body: bytes,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    // Network errors and timeouts are retried like refusals.
    return false
  }
}
