import type { Scope } from '../../kernel/scope.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { type Billing, endPayment, settleInvoicePayment } from '../invoicing/index.ts'
import { INCOMPLETE_MS } from './core/due.ts'
import { endIncomplete } from './endIncomplete.ts'
import { findOpenPayment, isPartlyPaid } from './findOpenPayment.ts'
import { lockSubscription } from './lockSubscription.ts'
import { findSubscription } from './read/records.ts'
import { saveSubscription } from './saveSubscription.ts'

/**
 * Ends a subscription that has waited long enough for its card. Its payment is ended at the provider
 * first; should it turn out to have gone through, the subscription begins instead. Returns whether
 * it waits no longer: while the provider does not say, it goes on waiting.
 */
export async function expireIncomplete(
  billing: Billing,
  scope: Scope,
  subscriptionId: string,
  status: 'canceled' | 'incomplete_expired' = 'incomplete_expired',
): Promise<boolean> {
  const { db } = billing
  const { environmentId } = scope
  const open = await withTransaction(
    db,
    async (tx) => {
      const subscription = await findSubscription(tx, environmentId, subscriptionId)
      return subscription && findOpenPayment(tx, environmentId, subscription)
    },
    'read',
  )
  if (open) await settleInvoicePayment(billing, scope, open, await endPayment(billing, scope, open))
  return withTransaction(db, async (tx) => {
    const { subscription, now } = await lockSubscription(tx, scope, subscriptionId)
    const { incompleteUntil } = subscription
    if (subscription.status !== 'incomplete') return true
    if (incompleteUntil === null || incompleteUntil > now) return true
    if (await findOpenPayment(tx, environmentId, subscription)) return false
    if (await isPartlyPaid(tx, environmentId, subscription)) {
      // A part is paid: it goes on waiting for the rest.
      const later = new Date(now.getTime() + INCOMPLETE_MS)
      await saveSubscription(tx, scope, { ...subscription, incompleteUntil: later }, now)
      return false
    }
    await endIncomplete(tx, scope, subscription, now, status)
    return true
  })
}
