import type { Subscription } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { Billing } from '../../invoicing/index.ts'
import { findWaitingChange } from '../change/changes.sql.ts'
import { closeWaitingChange } from '../change/closeWaitingChange.ts'
import { findOpenPayment, isPartlyPaid } from '../invoices/findOpenPayment.ts'
import { type LoadedSubscription, lockSubscription } from '../subscription/lockSubscription.ts'
import { renderSubscription } from '../subscription/renderSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { isEnded, type SubscriptionRecord } from '../subscription/subscription.core.ts'
import { endIncomplete, expireIncomplete } from './endIncomplete.ts'
import { endSubscription } from './endSubscription.ts'

/** Marks the ticket of one that runs, and has to be ended once its change waits no longer. */
const RUNNING_PREFIX = 'running '

/**
 * Ends a subscription now, or at the end of its period. One that waits for a payment, or has a change
 * that does, must have that ended at the provider: `completeCancellation` goes on with the ticket.
 */
export async function cancelSubscription(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  id: string,
  when: 'now' | 'period_end',
): Promise<{ ticket: string } | { answer: Subscription }> {
  const locked = await lockSubscription(tx, scope, id)
  const { subscription, now } = locked
  if (isEnded(subscription)) {
    throw new PurserError('subscription_ended', 'The subscription has ended already.')
  }
  if (subscription.status === 'incomplete') {
    if (await isPartlyPaid(tx, scope.environmentId, subscription)) {
      throw new PurserError(
        'invalid_state',
        'A part of the first invoice is paid. Credit the rest with a credit note, so that the subscription begins, then cancel it and give back what was paid.',
      )
    }
    if (await findOpenPayment(tx, scope.environmentId, subscription)) {
      await saveSubscription(tx, scope, { ...subscription, incompleteUntil: now }, now)
      return { ticket: id }
    }
    const ended = await endIncomplete(tx, scope, subscription, now, 'canceled')
    return { answer: await renderSubscription(tx, scope.environmentId, ended) }
  }
  const end = when === 'now' ? null : futurePeriodEnd(locked)
  if (end === null && (await findWaitingChange(tx, scope.environmentId, id))) {
    return { ticket: `${RUNNING_PREFIX}${id}` }
  }
  const canceled = await (end === null
    ? endSubscription(tx, billing, scope, locked, now)
    : scheduleCancellation(tx, scope, locked, end))
  return { answer: await renderSubscription(tx, scope.environmentId, canceled) }
}

/** Null when there is nothing to wait for. */
function futurePeriodEnd({ subscription, now }: LoadedSubscription): Date | null {
  const { currentPeriodEnd } = subscription
  return currentPeriodEnd !== null && currentPeriodEnd > now ? currentPeriodEnd : null
}

async function scheduleCancellation(
  tx: Tx,
  scope: Scope,
  { subscription, now }: LoadedSubscription,
  cancelAt: Date,
): Promise<SubscriptionRecord> {
  // A change that waited for the end of the period comes too late.
  const scheduled = { ...subscription, cancelAt, pendingChange: null }
  const saved = await saveSubscription(tx, scope, scheduled, now)
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
  return saved
}

/** The second half: the payment is ended at the provider, unless it has gone through meanwhile. */
export async function completeCancellation(
  billing: Billing,
  scope: Scope,
  ticket: string,
): Promise<Subscription> {
  const isRunning = ticket.startsWith(RUNNING_PREFIX)
  const id = isRunning ? ticket.slice(RUNNING_PREFIX.length) : ticket
  const isResolved = await (isRunning
    ? closeWaitingChange(billing, scope, id)
    : expireIncomplete(billing, scope, id, 'canceled'))
  if (!isResolved) {
    throw new PurserError(
      'unavailable',
      'The payment provider does not say how the payment stands. Send the same request again.',
      { retryAfterSeconds: 5 },
    )
  }
  return withTransaction(billing.db, async (tx) => {
    const locked = await lockSubscription(tx, scope, id)
    const { subscription, now } = locked
    // One that was to begin and has been paid for meanwhile goes on.
    const ended =
      isRunning && !isEnded(subscription)
        ? await endSubscription(tx, billing, scope, locked, now)
        : subscription
    return renderSubscription(tx, scope.environmentId, ended)
  })
}
