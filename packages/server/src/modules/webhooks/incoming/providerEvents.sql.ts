import type { Database, Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'

export interface ProviderEventKey {
  environmentId: string
  provider: string
  eventId: string
}

interface NewEvent extends ProviderEventKey {
  event: { readonly kind: string }
  signature: string
  now: Date
}

/**
 * Stores an event on its first delivery. The provider signs each delivery separately, so the same
 * event with another signature is a duplicate, and with the same signature a replay.
 */
export async function storeProviderEvent(
  tx: Tx,
  { environmentId, provider, eventId, event, signature, now }: NewEvent,
): Promise<'accepted' | 'duplicate' | 'replayed'> {
  const inserted = await tx
    .insertInto('provider_events')
    .values({
      environment_id: environmentId,
      provider,
      event_id: eventId,
      event: json(event),
      signatures: [signature],
      received_at: now,
      handled_at: event.kind === 'ignored' ? now : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (inserted) return 'accepted'
  const added = await tx
    .updateTable('provider_events')
    .set((eb) => ({
      signatures: eb.fn<string[]>('array_append', ['signatures', eb.val(signature)]),
    }))
    .where('environment_id', '=', environmentId)
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where((eb) => eb.not(eb(eb.val(signature), '=', eb.fn.any('signatures'))))
    .returning('event_id')
    .executeTakeFirst()
  return added ? 'duplicate' : 'replayed'
}

/** Returns null when the event was handled or does not exist. */
export async function findOpenEvent(
  db: Database,
  { environmentId, provider, eventId }: ProviderEventKey,
): Promise<{ event: unknown; receivedAt: Date } | null> {
  const row = await db
    .selectFrom('provider_events')
    .select(['event', 'received_at'])
    .where('environment_id', '=', environmentId)
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  return row ? { event: row.event, receivedAt: row.received_at } : null
}

export interface OpenEvent extends ProviderEventKey {
  receivedAt: Date
}

const PAGE = 100

/** Lists unhandled events, oldest first. */
export const findOpenEvents = (db: Database, after: OpenEvent | null): Promise<OpenEvent[]> =>
  db
    .selectFrom('provider_events')
    .select(['environment_id as environmentId', 'provider', 'event_id as eventId'])
    .select('received_at as receivedAt')
    .where('handled_at', 'is', null)
    .where((eb) =>
      eb(
        eb.refTuple('received_at', 'environment_id', 'provider', 'event_id'),
        '>',
        eb.tuple(
          after?.receivedAt ?? new Date(0),
          after?.environmentId ?? '',
          after?.provider ?? '',
          after?.eventId ?? '',
        ),
      ),
    )
    .orderBy('received_at')
    .orderBy('environment_id')
    .orderBy('provider')
    .orderBy('event_id')
    .limit(PAGE)
    .execute()

export const markHandled = (
  db: Database,
  { environmentId, provider, eventId }: ProviderEventKey,
  now: Date,
) =>
  db
    .updateTable('provider_events')
    .set({ handled_at: now })
    .where('environment_id', '=', environmentId)
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
