import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Runs `work` and rolls it back if it throws or if its result should not be kept. The transaction
 * continues either way. Savepoints may be nested.
 */
export async function withSavepoint<T>(
  tx: Tx,
  work: () => Promise<T>,
  isKept: (result: T) => boolean = () => true,
): Promise<T> {
  await sql`SAVEPOINT work`.execute(tx)
  let shouldKeep = false
  try {
    const result = await work()
    shouldKeep = isKept(result)
    return result
  } finally {
    if (!shouldKeep) await sql`ROLLBACK TO SAVEPOINT work`.execute(tx)
    await sql`RELEASE SAVEPOINT work`.execute(tx)
  }
}
