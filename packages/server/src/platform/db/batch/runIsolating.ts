import { PurserError } from '../../../kernel/errors.ts'
import { isTransactionRetryable, isUniqueViolation } from '../databaseError.ts'

const MAX_TRIES = 3

/**
 * Runs a batch so that a bad item never fails its neighbors. If the database rolled back the whole
 * transaction (a deadlock, or a key that another process inserted first), the batch runs again.
 * After any other failure, the batch is split in half, in order, until the bad item is alone.
 */
export async function runIsolating<Item, Answer>(
  items: Item[],
  run: (items: Item[]) => Promise<Answer[]>,
  alone: (item: Item, error: unknown) => Answer,
): Promise<Answer[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(items)
    } catch (error) {
      // For example, the database cannot be reached: no item is at fault.
      if (error instanceof PurserError) throw error
      if (attempt < MAX_TRIES && (isTransactionRetryable(error) || isUniqueViolation(error)))
        continue
      const [first] = items
      if (items.length === 1 && first !== undefined) return [alone(first, error)]
      const half = Math.ceil(items.length / 2)
      const before = await runIsolating(items.slice(0, half), run, alone)
      return [...before, ...(await runIsolating(items.slice(half), run, alone))]
    }
  }
}
