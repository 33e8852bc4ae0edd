import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../platform/db/database.ts'
import type { StreamEvent, StreamPosition } from '../../../platform/http/routes.ts'
import { findRun, listRunEvents } from './events.sql.ts'
import { isRunEnded } from './runState.core.ts'
import type { RunKey } from './runs.sql.ts'

const POLL_MS = 200
/** Often enough for proxies that close silent connections. */
const SILENT_POLLS = 50

/**
 * Streams the events of a run until it ends, whichever server works on it. All events are stored,
 * so a caller can reconnect to any server.
 */
export async function* followRun(
  db: Database,
  { environmentId, id }: RunKey,
  { after, signal }: StreamPosition,
): AsyncGenerator<StreamEvent> {
  let seen = after ?? 0
  for (let quiet = 0; !signal.aborted; quiet += 1) {
    // Read the run before its events: a run that has ended has no further events.
    const run = await findRun(db, environmentId, id)
    for (const event of await listRunEvents(db, environmentId, id, seen)) {
      yield event
      seen = event.number
      quiet = 0
    }
    if (!run || isRunEnded(run.status)) {
      if (run) yield { number: seen + 1, event: 'done', data: run }
      return
    }
    if (quiet % SILENT_POLLS === SILENT_POLLS - 1) yield 'silence'
    await pause(POLL_MS, undefined, { signal }).catch(() => {})
  }
}
