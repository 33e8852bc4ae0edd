import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import type { ClockKey } from '../customers/index.ts'
import { findOpenPayment } from './findOpenPayment.ts'
import { findSubscription } from './read/records.ts'
import { listOverdueOfClock } from './store/changes.ts'
import { findDueOfClock } from './store/due.ts'

/**
 * Throws when something is still due on a clock, after its turn, because the payment provider does
 * not say what became of a payment: the clock cannot go past it, and asking on would not help.
 */
export async function failOnSilence(db: Database, key: ClockKey, at: Date): Promise<void> {
  const left = [...(await listOverdueOfClock(db, key, at)), ...(await findDueOfClock(db, key, at))]
  for (const { environmentId, subscriptionId } of left) {
    const payment = await withTransaction(
      db,
      async (tx) => {
        const subscription = await findSubscription(tx, environmentId, subscriptionId)
        return subscription && findOpenPayment(tx, environmentId, subscription)
      },
      'read',
    )
    if (payment) {
      throw new Error(
        `The payment provider does not say what became of ${payment.id}, for which ${subscriptionId} waits.`,
      )
    }
  }
}
