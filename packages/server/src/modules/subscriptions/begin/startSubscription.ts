import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { findDefaultMethod } from '../../payments/read.ts'
import { openPeriod } from '../period/openPeriod.ts'
import { INCOMPLETE_MS } from '../renew/due.core.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { beginTrial } from './beginTrial.ts'

/**
 * Starts a scheduled subscription. The customer is not present to pay, so it starts like a renewal
 * and the card is charged afterwards. Only a trial that requires a card waits for one.
 */
export async function startSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { subscription, customer, now }: LoadedSubscription,
  start: Date,
): Promise<void> {
  const { environmentId } = scope
  const parts = await loadParts(tx, environmentId, subscription, [])
  if (subscription.trialDays !== null) {
    const { trial } = parts[0].plan.plan
    const isCharged = customer.collectionMethod === 'charge_automatically'
    const needsMethod = isCharged && trial?.requiresPaymentMethod === true
    if (needsMethod && !(await findDefaultMethod(tx, environmentId, customer.id))) {
      const incompleteUntil = new Date(now.getTime() + INCOMPLETE_MS)
      const incomplete = { ...subscription, startsAt: null, incompleteUntil }
      await emitSubscriptionEvent(
        tx,
        scope,
        'updated',
        await saveSubscription(tx, scope, incomplete, now),
      )
      return
    }
    await beginTrial(tx, scope, { subscription, customer, start, now })
    return
  }
  invariant(subscription.status === 'incomplete', 'a scheduled subscription is incomplete')
  const [{ plan }] = parts
  const started = await openPeriod(tx, billing, scope, {
    customer,
    parts: [{ subscription: { ...subscription, startsAt: null }, plan }],
    from: start,
    now,
    reason: 'start',
    closingLines: [],
    isFirstBill: true,
    isFirstGrant: true,
  })
  await emitSubscriptionEvent(tx, scope, 'activated', started)
}
