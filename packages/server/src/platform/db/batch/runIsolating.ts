import { PurserError } from '../../../kernel/errors.ts'
import { isTransient, isUniqueViolation } from '../databaseError.ts'

const MAX_TRIES = 3

/**
 * Runs a batch so that one poisoned item never fails its neighbours. What the database undid whole
 * (a deadlock, or a key that another process was first with) is run again; after any other failure
 * the batch is halved, in order, until the item that cannot be run stands alone.
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
      // The database cannot be reached, or the like: not the fault of any item.
      if (error instanceof PurserError) throw error
      if (attempt < MAX_TRIES && (isTransient(error) || isUniqueViolation(error))) continue
      const [first] = items
      if (items.length === 1 && first !== undefined) return [alone(first, error)]
      const half = Math.ceil(items.length / 2)
      const before = await runIsolating(items.slice(0, half), run, alone)
      return [...before, ...(await runIsolating(items.slice(half), run, alone))]
    }
  }
}
