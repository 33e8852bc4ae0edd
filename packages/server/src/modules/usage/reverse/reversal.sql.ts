import { bucketOf } from '../../../kernel/bucket.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { StoredEvent } from '../history/usageEvents.sql.ts'
import type { MemberKey } from '../meters/tallies.core.ts'

export async function markReversed(
  tx: Tx,
  scope: Scope,
  event: StoredEvent,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('usage_events')
    .set({ reversed_at: at })
    .where('bucket', '=', event.bucket)
    .where('environment_id', '=', scope.environmentId)
    .where('id', '=', event.id)
    .execute()
}

/** Reads the other unreversed events with the same name and customer, in the order of recording. */
export async function readOtherEffects(
  tx: Tx,
  scope: Scope,
  { id, customerId, eventName }: StoredEvent,
): Promise<{ occurredAt: Date; effects: unknown }[]> {
  const rows = await tx
    .selectFrom('usage_events')
    .select(['occurred_at', 'effects'])
    .where('bucket', '=', bucketOf(scope.environmentId, customerId))
    .where('environment_id', '=', scope.environmentId)
    .where('customer_id', '=', customerId)
    .where('event_name', '=', eventName)
    .where('reversed_at', 'is', null)
    .where('id', '!=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ occurredAt: row.occurred_at, effects: row.effects }))
}

/** Deletes a `unique` value that no remaining event has. */
export async function removeMember(tx: Tx, key: MemberKey): Promise<void> {
  await tx
    .deleteFrom('usage_members')
    .where('bucket', '=', key.bucket)
    .where('environment_id', '=', key.environmentId)
    .where('customer_id', '=', key.customerId)
    .where('metric_id', '=', key.metricId)
    .where('span', '=', key.span)
    .where('slot', '=', key.slot)
    .where('member', '=', key.member)
    .execute()
}
