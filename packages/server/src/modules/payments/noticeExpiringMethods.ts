import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { noticeExpiringMethod } from './noticeExpiringMethod.ts'
import { findExpiringMethods } from './store/expiringMethods.ts'

const BATCH = 100

/**
 * Tells merchants once of each card that runs out within 30 days, and lets those that have run out
 * be charged no more. Each in a transaction of its own, so that one that fails stops no other.
 */
export async function noticeExpiringMethods(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  const failures: unknown[] = []
  let after = ''
  for (;;) {
    const page = { after, limit: BATCH }
    const found = await withTransaction(db, (tx) => findExpiringMethods(tx, now, page), 'read')
    for (const method of found) {
      await withTransaction(db, (tx) => noticeExpiringMethod(tx, now, method)).catch(
        (error: unknown) => failures.push(error),
      )
    }
    after = found.at(-1)?.id ?? after
    if (found.length < BATCH) break
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} cards could not be looked at`)
  }
}
