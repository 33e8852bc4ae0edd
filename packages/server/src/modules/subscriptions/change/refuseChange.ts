import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type LoadedPlan, loadPlan } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { isAttachedByHand, type SubscriptionRecord } from '../subscription/subscription.core.ts'
import { isSameCycle } from './change.core.ts'
import { findWaitingChange, waitsUntil } from './changes.sql.ts'
import type { ChangeTiming } from './direction.core.ts'

const RETRY_AFTER_SECONDS = 5

/** Throws if the subscription is not in a state in which its plan, seats or add-ons can change. */
export async function refuseChange(
  tx: Tx,
  { environmentId }: Scope,
  subscription: SubscriptionRecord,
  now: Date,
): Promise<void> {
  refuseByStatus(subscription)
  await refuseWaitingChange(tx, { environmentId }, subscription)
  const { currentPeriodEnd } = subscription
  if (currentPeriodEnd !== null && currentPeriodEnd <= now) {
    throw new PurserError(
      'unavailable',
      'The subscription is being renewed. Try again in a moment.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  }
}

/** Throws if another change is waiting for its payment. */
export async function refuseWaitingChange(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  subscription: Pick<SubscriptionRecord, 'id' | 'currentPeriodEnd'>,
): Promise<void> {
  const waitingChange = await findWaitingChange(tx, environmentId, subscription.id)
  if (!waitingChange) return
  const { invoiceId } = waitingChange
  const until = waitsUntil(waitingChange, subscription).toISOString()
  throw new PurserError(
    'invalid_state',
    `A change of this subscription is waiting for its payment: pay invoice ${invoiceId}, or void it (POST /v1/invoices/${invoiceId}/void). Otherwise the change expires at ${until}.`,
    { details: { invoiceId } },
  )
}

export function refuseAttachedByHand(subscription: SubscriptionRecord): void {
  if (!isAttachedByHand(subscription)) return
  throw new PurserError(
    'invalid_state',
    'The plan was attached by hand and is never billed: cancel this subscription and create a new one with POST /v1/subscriptions.',
  )
}

/** Throws unless the subscription is active or in a trial. */
export function refuseByStatus(subscription: SubscriptionRecord): void {
  refuseAttachedByHand(subscription)
  switch (subscription.status) {
    case 'trialing':
    case 'active':
      return
    case 'canceled':
    case 'incomplete_expired':
      throw new PurserError(
        'subscription_ended',
        'The subscription has ended: create a new one with POST /v1/subscriptions.',
      )
    case 'past_due':
      throw new PurserError(
        'invalid_state',
        'The subscription is past due: pay its open invoice first (POST /v1/invoices/:id/pay).',
      )
    case 'incomplete':
      throw new PurserError(
        'invalid_state',
        'The subscription has not started: pay its first invoice, or cancel the subscription and create a new one.',
      )
    case 'paused':
      throw new PurserError(
        'invalid_state',
        'The subscription is paused: resume it first (POST /v1/subscriptions/:id/resume).',
      )
  }
}

/**
 * Throws if the change conflicts with a scheduled cancellation or with the interval of an add-on.
 */
export async function refuseIncompatibleChange(
  tx: Tx,
  { environmentId }: Scope,
  { subscription, items }: LoadedSubscription,
  { from, to, timing }: { from: LoadedPlan; to: LoadedPlan; timing: ChangeTiming },
): Promise<void> {
  const isOtherInterval = !isSameCycle(from.cycle, to.cycle)
  if (subscription.cancelAt !== null && (isOtherInterval || timing === 'period_end')) {
    throw new PurserError(
      'invalid_state',
      `The subscription ends at ${subscription.cancelAt.toISOString()}: resume it first (POST /v1/subscriptions/:id/resume).`,
    )
  }
  if (!isOtherInterval) return
  for (const item of items) {
    // This add-on ends before the new plan starts.
    if (timing === 'period_end' && item.cancelAt !== null) continue
    const { plan } = await loadPlan(tx, environmentId, item)
    if (plan.interval === 'none' || isSameCycle(plan, to.cycle)) continue
    throw new PurserError(
      'invalid_state',
      `Add-on "${plan.slug}" is billed every ${plan.interval}, but the new plan is not: remove the add-on first (DELETE /v1/subscriptions/:id/items/${item.id}).`,
      { details: { itemId: item.id } },
    )
  }
}
