import type { Subscription } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import type { Billing } from '../../invoicing/index.ts'
import { findWaitingChange } from '../change/changes.sql.ts'
import { closeWaitingChange } from '../change/closeWaitingChange.ts'
import {
  findOpenSubscriptionPayment,
  isPartlyPaid,
} from '../invoices/findOpenSubscriptionPayment.ts'
import { type LoadedSubscription, lockSubscription } from '../subscription/lockSubscription.ts'
import { renderSubscription } from '../subscription/renderSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { isEnded, type SubscriptionRecord } from '../subscription/subscription.core.ts'
import { endIncomplete, expireIncomplete } from './endIncomplete.ts'
import { endSubscription } from './endSubscription.ts'

/**
 * Marks the ticket of a running subscription, which must be ended after its waiting change is
 * closed.
 */
const RUNNING_PREFIX = 'running '

/**
 * Cancels a subscription now or at the end of its period. An open payment of the subscription or of
 * its waiting change must first be canceled at the provider. In that case this returns a ticket,
 * and `completeCancellation` continues.
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
    throw new PurserError('subscription_ended', 'The subscription has already ended.')
  }
  if (subscription.status === 'incomplete') {
    if (await isPartlyPaid(tx, scope.environmentId, subscription)) {
      throw new PurserError(
        'invalid_state',
        'The first invoice is partly paid. Issue a credit note for the rest, so that the subscription starts. Then cancel it and refund the payment.',
      )
    }
    if (await findOpenSubscriptionPayment(tx, scope.environmentId, subscription)) {
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

/** Returns null if the period has no end or is already over. */
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
  // A change that was pending for the end of the period no longer applies.
  const scheduled = { ...subscription, cancelAt, pendingChange: null }
  const saved = await saveSubscription(tx, scope, scheduled, now)
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
  return saved
}

/**
 * Completes a cancellation: cancels the open payment at the provider and then ends the
 * subscription.
 */
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
      'The payment provider has not confirmed the status of the payment. Send the same request again.',
      { retryAfterSeconds: 5 },
    )
  }
  return withTransaction(billing.db, async (tx) => {
    const locked = await lockSubscription(tx, scope, id)
    const { subscription, now } = locked
    // If the payment of an incomplete subscription had already succeeded, the subscription
    // continues.
    const ended =
      isRunning && !isEnded(subscription)
        ? await endSubscription(tx, billing, scope, locked, now)
        : subscription
    return renderSubscription(tx, scope.environmentId, ended)
  })
}
