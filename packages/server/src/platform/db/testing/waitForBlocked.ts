import type pg from 'pg'

const POLL_MS = 2
const DEADLINE_MS = 120_000

/**
 * Waits until a number of statements in a database wait for a lock, or until an event that makes
 * waiting pointless. Only the owner sees what other sessions wait for.
 */
export async function waitForBlocked(
  owner: pg.Pool,
  { count = 1, unless }: { count?: number; unless?: Promise<unknown> } = {},
): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  unless?.then(end, end)
  const startedAt = performance.now()
  while (!isOver) {
    const blocked = await countBlockedStatements(owner)
    if (blocked >= count) return
    if (performance.now() - startedAt > DEADLINE_MS) {
      throw new Error(`${blocked} statements wait for a lock instead of ${count}`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Counts sessions instead of reading `pg_locks`, which copies every lock of the server. */
async function countBlockedStatements(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ blocked: number }>(
    `SELECT count(*)::int AS blocked FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.blocked ?? 0
}
