import type { Clock, ClockKey } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { DueWork } from '../../customers/index.ts'
import type { Billing } from '../../invoicing/index.ts'
import { readScope } from '../../organizations/read.ts'
import { findNextOverdueAt, listOverdueChangesOnClock } from '../change/changes.sql.ts'
import { closeWaitingChange } from '../change/closeWaitingChange.ts'
import { findOpenSubscriptionPayment } from '../invoices/findOpenSubscriptionPayment.ts'
import { findSubscription } from '../subscription/subscription.sql.ts'
import { advanceSubscription } from './advanceSubscription.ts'
import { findDueSubscriptionsOnClock, findNextDueSubscriptionOnClock } from './due.sql.ts'

/** The work of subscriptions that a test clock runs while it advances. */
export const createDueWork = (billing: Billing, clock: Clock): DueWork => ({
  nextDueAt: async (key) => {
    const instants = [
      await findNextDueSubscriptionOnClock(billing.db, key),
      await findNextOverdueAt(billing.db, key),
    ]
    const due = instants.flatMap((at) => (at === null ? [] : [at.getTime()]))
    return due.length === 0 ? null : new Date(Math.min(...due))
  },
  runDue: async (key, at) => {
    const overdue = await listOverdueChangesOnClock(billing.db, key, at)
    const due = await findDueSubscriptionsOnClock(billing.db, key, at)
    if (overdue.length === 0 && due.length === 0) return
    const scope = await readScope(billing.db, key.environmentId, clock.now())
    for (const { subscriptionId } of overdue) {
      await closeWaitingChange(billing, scope, subscriptionId)
    }
    for (const { subscriptionId } of due) {
      while (await advanceSubscription(billing, scope, subscriptionId));
    }
    await throwIfPaymentUnresolved(billing.db, key, at)
  },
})

/**
 * Throws if something is still due on a clock because the provider does not report the outcome of a
 * payment. The clock cannot pass that instant, and retrying would not help.
 */
async function throwIfPaymentUnresolved(db: Database, key: ClockKey, at: Date): Promise<void> {
  const stillDue = [
    ...(await listOverdueChangesOnClock(db, key, at)),
    ...(await findDueSubscriptionsOnClock(db, key, at)),
  ]
  for (const { environmentId, subscriptionId } of stillDue) {
    const payment = await withTransaction(
      db,
      async (tx) => {
        const subscription = await findSubscription(tx, environmentId, subscriptionId)
        return subscription && findOpenSubscriptionPayment(tx, environmentId, subscription)
      },
      'read',
    )
    if (payment) {
      throw new Error(
        `The payment provider does not report the outcome of payment ${payment.id}. Subscription ${subscriptionId} waits for it.`,
      )
    }
  }
}
