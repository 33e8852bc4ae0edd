import type { Tx } from '../../../../../platform/db/database.ts'
import { enqueue } from '../../../../../platform/jobs/enqueue.ts'
import { takeFault } from '../faults/faults.sql.ts'
import type { Intent } from '../payments/intents.sql.ts'
import { sandboxId } from '../sandboxId.ts'
import { DELIVER_EVENTS, insertEvent } from './events.sql.ts'
import type { SandboxEventData, SandboxEventType } from './webhook.core.ts'

interface NewEvent {
  environmentId: string
  /** The customer at the provider: a fault may apply to one customer only. */
  ownerId: string
  type: SandboxEventType
  data: SandboxEventData
  now: Date
}

/**
 * Stores an event in the transaction of the change it reports, enqueues its delivery, and returns
 * its id.
 */
export async function recordEvent(
  tx: Tx,
  { environmentId, ownerId, type, data, now }: NewEvent,
): Promise<string> {
  const id = sandboxId('event')
  const fault = await takeFault(tx, environmentId, 'webhook', ownerId)
  const delayMs = fault?.effect === 'delay' ? fault.delayMs : 0
  await insertEvent(tx, {
    environmentId,
    id,
    body: JSON.stringify({ id, type, createdAt: now.toISOString(), data }),
    effect: fault?.effect ?? null,
    dueAt: new Date(now.getTime() + delayMs),
    now,
  })
  await enqueue(tx, { task: DELIVER_EVENTS, payload: {}, key: id })
  return id
}

const PAYMENT_EVENTS: Readonly<Record<Intent['status'], SandboxEventType>> = {
  requires_method: 'payment_intent.payment_failed',
  failed: 'payment_intent.payment_failed',
  requires_challenge: 'payment_intent.requires_action',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
}

/** Records an event about a payment's status, or about the method that a setup saved. */
export async function recordIntentEvents(tx: Tx, intent: Intent, now: Date): Promise<string[]> {
  const { environmentId, ownerId, id, requestKey, methodId, status } = intent
  const event = { environmentId, ownerId, now }
  if (intent.kind === 'payment') {
    const data = { id, requestKey }
    return [await recordEvent(tx, { ...event, type: PAYMENT_EVENTS[status], data })]
  }
  if (status !== 'succeeded' || methodId === null) return []
  const data = { id: methodId, requestKey }
  return [await recordEvent(tx, { ...event, type: 'setup_intent.succeeded', data })]
}
