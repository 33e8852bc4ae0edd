import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Runs `work` and undoes it when it throws, or when its result is not to be kept; the transaction
 * goes on either way. May be nested.
 */
export async function withSavepoint<T>(
  tx: Tx,
  work: () => Promise<T>,
  isKept: (result: T) => boolean = () => true,
): Promise<T> {
  await sql`SAVEPOINT work`.execute(tx)
  let kept = false
  try {
    const result = await work()
    kept = isKept(result)
    return result
  } finally {
    if (!kept) await sql`ROLLBACK TO SAVEPOINT work`.execute(tx)
    await sql`RELEASE SAVEPOINT work`.execute(tx)
  }
}
