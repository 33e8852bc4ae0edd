import type { Subscription } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Billing } from '../../invoicing/index.ts'
import { applyPendingChange } from '../change/applyChange.ts'
import { endDueItems } from '../items/removeItem.ts'
import { closePeriod } from '../period/closePeriod.ts'
import { openPeriod } from '../period/openPeriod.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import { type LockedSubscription, lockSubscription } from '../subscription/lockSubscription.ts'
import { renderSubscription } from '../subscription/renderSubscription.ts'
import { saveSubscription, tellOfSubscription } from '../subscription/saveSubscription.ts'
import { become, isEnded, type SubscriptionRecord } from '../subscription/subscription.core.ts'

/** Takes back a cancellation that has not come into force, and ends a pause. */
export async function resumeSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  id: string,
): Promise<Subscription> {
  const locked = await lockSubscription(tx, scope, id)
  const { subscription } = locked
  const isPaused = subscription.status === 'paused'
  if (isEnded(subscription) || !(isPaused || subscription.cancelAt !== null)) {
    throw new PurserError(
      'invalid_state',
      isEnded(subscription)
        ? 'The subscription has ended: create a new one with POST /v1/subscriptions.'
        : 'There is nothing to resume: the subscription is neither paused nor about to end.',
    )
  }
  const resumed = await (isPaused
    ? endPause(tx, billing, scope, locked)
    : saveSubscription(tx, scope, { ...subscription, cancelAt: null }, locked.now))
  await tellOfSubscription(tx, scope, 'updated', resumed)
  return renderSubscription(tx, scope.environmentId, resumed)
}

/** Inside the period that was paid for it goes on; after it a new one begins now, and is billed. */
async function endPause(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LockedSubscription,
): Promise<SubscriptionRecord> {
  const { subscription, now } = locked
  const { currentPeriodEnd } = subscription
  const isOver = currentPeriodEnd !== null && currentPeriodEnd <= now
  if (isOver) return beginAgain(tx, billing, scope, locked)
  const go = (record: SubscriptionRecord, more: Partial<SubscriptionRecord> = {}) =>
    saveSubscription(tx, scope, { ...become(record, 'active'), pausedAt: null, ...more }, now)
  for (const item of locked.items) await go(item)
  return go(subscription, { cancelAt: null })
}

async function beginAgain(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { subscription, items, customer, now }: LockedSubscription,
): Promise<SubscriptionRecord> {
  const { environmentId } = scope
  const { timezone } = customer
  const paused = await loadParts(tx, environmentId, subscription, items)
  const { cycle } = paused[0].plan
  const end = subscription.pausedAt ?? now
  const closing = await closePeriod(tx, scope, paused, { cycle, timezone, end })
  const left = await endDueItems(tx, scope, items, now)
  const changed = await applyPendingChange(tx, environmentId, subscription, now)
  const fresh = { billingAnchor: now, pausedAt: null }
  return openPeriod(tx, billing, scope, {
    customer,
    parts: await loadParts(
      tx,
      environmentId,
      { ...changed, ...fresh, cancelAt: null },
      left.map((item) => ({ ...item, ...fresh })),
    ),
    from: now,
    now,
    reason: 'period',
    closing,
    isFirstBill: false,
    isFirstGrant: false,
  })
}
