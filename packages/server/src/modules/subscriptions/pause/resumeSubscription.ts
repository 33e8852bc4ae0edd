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
import { type LoadedSubscription, lockSubscription } from '../subscription/lockSubscription.ts'
import { renderSubscription } from '../subscription/renderSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { isEnded, type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'

/** Ends a pause, or withdraws a cancellation that has not taken effect. */
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
  await emitSubscriptionEvent(tx, scope, 'updated', resumed)
  return renderSubscription(tx, scope.environmentId, resumed)
}

/** Continues the period if it is not over. Otherwise a new period starts now and is billed. */
async function endPause(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LoadedSubscription,
): Promise<SubscriptionRecord> {
  const { subscription, now } = locked
  const { currentPeriodEnd } = subscription
  const isOver = currentPeriodEnd !== null && currentPeriodEnd <= now
  if (isOver) return startNewPeriod(tx, billing, scope, locked)
  const activate = (record: SubscriptionRecord, changes: Partial<SubscriptionRecord> = {}) =>
    saveSubscription(
      tx,
      scope,
      { ...withStatus(record, 'active'), pausedAt: null, ...changes },
      now,
    )
  for (const item of locked.items) await activate(item)
  return activate(subscription, { cancelAt: null })
}

async function startNewPeriod(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  { subscription, items, customer, now }: LoadedSubscription,
): Promise<SubscriptionRecord> {
  const { environmentId } = scope
  const { timezone } = customer
  const pausedParts = await loadParts(tx, environmentId, subscription, items)
  const { cycle } = pausedParts[0].plan
  const end = subscription.pausedAt ?? now
  const closingLines = await closePeriod(tx, scope, pausedParts, { cycle, timezone, end })
  const remainingItems = await endDueItems(tx, scope, items, now)
  const changed = await applyPendingChange(tx, environmentId, subscription, now)
  const fresh = { billingAnchor: now, pausedAt: null }
  return openPeriod(tx, billing, scope, {
    customer,
    parts: await loadParts(
      tx,
      environmentId,
      { ...changed, ...fresh, cancelAt: null },
      remainingItems.map((item) => ({ ...item, ...fresh })),
    ),
    from: now,
    now,
    reason: 'period',
    closingLines,
    isFirstBill: false,
    isFirstGrant: false,
  })
}
