import type { OnboardingEvent } from '@purser/contract'
import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { StoredRun } from './runs.ts'

/** What a run tells; that it is done follows from its status. */
export type RunEvent = Exclude<OnboardingEvent, { event: 'done' }>

/** Adds events to a locked run, numbered on from its last one. */
export async function addEvents(
  tx: Tx,
  { environmentId, id, eventCount }: StoredRun,
  events: readonly RunEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  await tx
    .updateTable('onboarding_runs')
    .set({ event_count: eventCount + events.length, updated_at: now })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
  await sql`
    INSERT INTO onboarding_events (environment_id, run_id, number, event, data, created_at)
    SELECT ${environmentId}, ${id}, ${eventCount}::integer + told.place, told.event, told.data,
      ${now}::timestamptz
    FROM unnest(${arrayLiteral(events, ({ event }) => event)}::text[],
      ${arrayLiteral(events, ({ data }) => JSON.stringify(data))}::jsonb[])
      WITH ORDINALITY AS told (event, data, place)`.execute(tx)
}
