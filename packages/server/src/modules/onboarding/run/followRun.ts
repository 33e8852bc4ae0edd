import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database.ts'
import type { From, StreamEvent } from '../../../platform/http/routes.ts'
import { findRun, listRunEvents } from './events.sql.ts'
import { isEnded } from './runState.core.ts'
import type { RunKey } from './runs.sql.ts'

const POLL_MS = 200
/** Often enough for proxies that cut what is silent. */
const SILENT_POLLS = 50

/**
 * Tells of a run from an event on, whoever works on it, until it is done. What is told is in the
 * rows, so a caller who was cut off hears the rest from any server.
 */
export async function* followRun(
  db: Database,
  { environmentId, id }: RunKey,
  { after, signal }: From,
): AsyncGenerator<StreamEvent> {
  let seen = after ?? 0
  for (let quiet = 0; !signal.aborted; quiet += 1) {
    // The run before its events: one that has ended by then has told everything.
    const run = await findRun(db, environmentId, id)
    for (const event of await listRunEvents(db, environmentId, id, seen)) {
      yield event
      seen = event.number
      quiet = 0
    }
    if (!run || isEnded(run.status)) {
      if (run) yield { number: seen + 1, event: 'done', data: run }
      return
    }
    if (quiet % SILENT_POLLS === SILENT_POLLS - 1) yield 'silence'
    await pause(POLL_MS, undefined, { signal }).catch(() => {})
  }
}
