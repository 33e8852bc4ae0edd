import type { Database, Tx } from './database.ts'
import { databaseUnavailable, isTransactionRetryable, isUnavailable } from './databaseError.ts'

const MAX_TRIES = 5
const FIRST_PAUSE_MS = 10

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs `work` in one transaction. Deadlocks and serialization failures are retried a bounded number
 * of times, so `work` must have no effect outside the transaction. An unreachable database becomes
 * a 503.
 */
export async function withTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  mode: 'write' | 'read' = 'write',
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await begin(db, mode).execute(work)
    } catch (error) {
      if (isUnavailable(error)) throw databaseUnavailable(error)
      if (!isTransactionRetryable(error) || attempt === MAX_TRIES) throw error
      await pause(FIRST_PAUSE_MS * 2 ** attempt * Math.random())
    }
  }
}

/** A read sees one snapshot in all of its statements, and the database ensures that it only reads. */
const begin = (db: Database, mode: 'write' | 'read') =>
  mode === 'write'
    ? db.transaction()
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
