import type { Subscription } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listPrepaidLines } from '../invoicing/read.ts'
import { applyCreditChange } from './applyCreditChange.ts'
import { billLater } from './billLater.ts'
import { closePeriod } from './closePeriod.ts'
import { unusedLines } from './core/proration.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { ruleTerms } from './core/ruleChange.ts'
import { become } from './core/subscriptionState.ts'
import { withheldLines } from './core/withheldLines.ts'
import { loadPlan } from './loadPlan.ts'
import { type LockedSubscription, lockSubscription } from './lockSubscription.ts'
import { renderSubscription } from './read/render.ts'
import { refuseByStatus } from './refuseChange.ts'
import { saveSubscription } from './saveSubscription.ts'
import { tellOfSubscription } from './tellOfSubscription.ts'

interface Removal {
  readonly subscriptionId: string
  readonly itemId: string
  readonly when: 'now' | 'period_end'
}

/**
 * Removes an add-on: at the end of the period, or now, when the next invoice gives back what was
 * paid for the rest of the period and asks for what was used.
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
  // Whatever was previewed of the subscription was with the add-on.
  const saved = await saveSubscription(tx, scope, subscription, now)
  await tellOfSubscription(tx, scope, 'updated', saved)
  return renderSubscription(tx, scope.environmentId, saved)
}

async function removeNow(
  tx: Tx,
  scope: Scope,
  { customer, now }: LockedSubscription,
  item: SubscriptionRecord,
): Promise<void> {
  const { environmentId } = scope
  const plan = await loadPlan(tx, environmentId, item)
  const { cycle } = plan
  const { timezone } = customer
  const unused = unusedLines(
    plan,
    await listPrepaidLines(tx, environmentId, {
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
    givenBack: -unused.reduce((total, { amount }) => total + amount, 0),
  })
  const used =
    item.status === 'trialing'
      ? []
      : await closePeriod(tx, scope, [{ subscription: item, plan }], { cycle, timezone, end: now })
  const lines = [...unused, ...withheldLines(plan, withheld), ...used]
  await billLater(tx, scope, customer, item.id, lines, now)
  await saveSubscription(tx, scope, { ...become(item, 'canceled'), canceledAt: now }, now)
}
