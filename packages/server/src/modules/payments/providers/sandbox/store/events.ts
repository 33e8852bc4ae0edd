import type { Tx } from '../../../../../platform/db/database.ts'
import { enqueue } from '../../../../../platform/jobs/enqueue.ts'
import { sandboxId } from '../core/sandboxId.ts'
import type { SandboxEventData, SandboxEventType } from '../core/webhook.ts'
import { takeFault } from './faults.ts'

export const DELIVER_EVENTS = 'deliverSandboxEvents'

interface NewEvent {
  environmentId: string
  /** Whom it concerns: a fault may be set for one customer. */
  ownerId: string
  type: SandboxEventType
  data: SandboxEventData
  now: Date
}

/** Leaves word to be delivered, in the transaction of what it tells of; returns its id. */
export async function recordEvent(
  tx: Tx,
  { environmentId, ownerId, type, data, now }: NewEvent,
): Promise<string> {
  const id = sandboxId('event')
  const fault = await takeFault(tx, environmentId, 'webhook', ownerId)
  const delayMs = fault?.effect === 'delay' ? fault.delayMs : 0
  await tx
    .insertInto('sandbox_events')
    .values({
      environment_id: environmentId,
      id,
      body: JSON.stringify({ id, type, createdAt: now.toISOString(), data }),
      status: fault?.effect === 'drop' ? 'dropped' : 'waiting',
      copies: fault?.effect === 'duplicate' ? 2 : 1,
      is_held_back: fault?.effect === 'reorder',
      tries: 0,
      due_at: new Date(now.getTime() + delayMs),
      created_at: now,
    })
    .execute()
  await enqueue(tx, { task: DELIVER_EVENTS, payload: {}, key: id })
  return id
}
