import type { Subscription } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { listLinesBilledAhead } from '../../invoicing/read.ts'
import { withheldLines } from '../change/changeLines.core.ts'
import { refuseByStatus } from '../change/refuseChange.ts'
import { unusedLines } from '../change/unusedTime.core.ts'
import { addToNextInvoice } from '../invoices/addToNextInvoice.ts'
import { closePeriod } from '../period/closePeriod.ts'
import { ruleTerms } from '../planCredits/creditShares.core.ts'
import { applyCreditChange } from '../planCredits/quoteCreditChange.ts'
import { loadPlan } from '../subscription/loadPlan.ts'
import { type LoadedSubscription, lockSubscription } from '../subscription/lockSubscription.ts'
import { renderSubscription } from '../subscription/renderSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'

interface Removal {
  readonly subscriptionId: string
  readonly itemId: string
  readonly when: 'now' | 'period_end'
}

/**
 * Removes an add-on at the end of the period, or now. If it is removed now, the next invoice
 * credits the unused time and bills the usage.
 */
export async function removeItem(
  tx: Tx,
  scope: Scope,
  { subscriptionId, itemId, when }: Removal,
): Promise<Subscription> {
  const locked = await lockSubscription(tx, scope, subscriptionId)
  const { subscription, items, now } = locked
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw notFound('add-on', itemId)
  const { currentPeriodEnd } = subscription
  if (when === 'period_end' && currentPeriodEnd !== null) {
    await saveSubscription(tx, scope, { ...item, cancelAt: currentPeriodEnd }, now)
  } else {
    refuseByStatus(subscription)
    await removeNow(tx, scope, locked, item)
  }
  // Saving raises the revision, so that earlier previews of the subscription expire.
  const saved = await saveSubscription(tx, scope, subscription, now)
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
  return renderSubscription(tx, scope.environmentId, saved)
}

async function removeNow(
  tx: Tx,
  scope: Scope,
  { customer, now }: LoadedSubscription,
  item: SubscriptionRecord,
): Promise<void> {
  const { environmentId } = scope
  const plan = await loadPlan(tx, environmentId, item)
  const { cycle } = plan
  const { timezone } = customer
  const creditLines = unusedLines(
    plan,
    await listLinesBilledAhead(tx, environmentId, {
      customerId: customer.id,
      subscriptionIds: [item.id],
      after: now,
    }),
    now,
  )
  const period = { start: item.currentPeriodStart ?? now, end: item.currentPeriodEnd }
  const { withheld } = await applyCreditChange(tx, scope, {
    subscription: item,
    before: ruleTerms(plan, { cycle, period, at: now, timezone }),
    after: [],
    at: now,
    now,
    givenBack: -creditLines.reduce((total, { amount }) => total + amount, 0),
  })
  const usedLines =
    item.status === 'trialing'
      ? []
      : await closePeriod(tx, scope, [{ subscription: item, plan }], { cycle, timezone, end: now })
  const lines = [...creditLines, ...withheldLines(plan, withheld), ...usedLines]
  await addToNextInvoice(tx, scope, customer, item.id, lines, now)
  await saveSubscription(tx, scope, { ...withStatus(item, 'canceled'), canceledAt: now }, now)
}

/** Ends the add-ons that are due to end by an instant, and returns the remaining ones. */
export async function endDueItems(
  tx: Tx,
  scope: Scope,
  items: readonly SubscriptionRecord[],
  by: Date,
): Promise<SubscriptionRecord[]> {
  const isDue = ({ cancelAt }: SubscriptionRecord) => cancelAt !== null && cancelAt <= by
  for (const item of items.filter(isDue)) {
    await saveSubscription(tx, scope, { ...withStatus(item, 'canceled'), canceledAt: by }, by)
  }
  return items.filter((item) => !isDue(item))
}
