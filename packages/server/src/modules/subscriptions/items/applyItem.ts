import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { grantPlanCredits } from '../../credits/index.ts'
import type { ItemTerms } from '../change/change.core.ts'
import { ruleTerms } from '../planCredits/creditShares.core.ts'
import { nextDripOf } from '../planCredits/grantPeriodCredits.ts'
import { applyCreditChange } from '../planCredits/quoteCreditChange.ts'
import { type BilledPart, loadParts } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import { insertRecord } from '../subscription/subscription.sql.ts'

/** Inserts an add-on with the anchor, the period and the status of its subscription. */
export async function applyItem(
  tx: Tx,
  scope: Scope,
  locked: LoadedSubscription,
  { itemId, planId, planVersion, quantities, at }: ItemTerms,
): Promise<void> {
  const { subscription, items, customer, now } = locked
  const item: SubscriptionRecord = {
    ...subscription,
    id: itemId,
    parentId: subscription.id,
    planId,
    planVersion,
    quantities,
    cancelAt: null,
    canceledAt: null,
    pendingChange: null,
    couponId: null,
    discountPeriodsLeft: null,
    creditShares: {},
    metadata: {},
    revision: 0,
    nextDripAt: null,
    createdAt: new Date(at),
    updatedAt: now,
  }
  await insertRecord(tx, scope, item)
  const parts = await loadParts(tx, scope.environmentId, subscription, [...items, item])
  const { timezone } = customer
  const { cycle } = parts[0].plan
  await grantItemCredits(
    tx,
    scope,
    locked,
    parts.find((part) => part.subscription === item),
  )
  const nextDripAt = nextDripOf(parts, { cycle, timezone, after: now })
  const saved = await saveSubscription(tx, scope, { ...subscription, nextDripAt }, now)
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
}

/**
 * Grants the remaining share of the credits that the rules grant per period, and all credits of
 * other rules.
 */
async function grantItemCredits(
  tx: Tx,
  scope: Scope,
  { customer, now }: LoadedSubscription,
  part: BilledPart | undefined,
): Promise<void> {
  if (!part) return
  const { subscription, plan } = part
  const { customerId, id: subscriptionId, planId, planVersion, createdAt: at } = subscription
  const period = {
    start: subscription.currentPeriodStart ?? at,
    end: subscription.currentPeriodEnd,
  }
  const { timezone } = customer
  await applyCreditChange(tx, scope, {
    subscription,
    before: [],
    after: ruleTerms(plan, { cycle: plan.cycle, period, at, timezone }),
    at,
    now,
    givenBack: 0,
  })
  for (const [rulePosition, rule] of plan.plan.grantRules.entries()) {
    if (rule.cadence !== 'once') continue
    await grantPlanCredits(tx, scope, {
      customerId,
      subscriptionId,
      planId,
      planVersion,
      rulePosition,
      rule,
      periodKey: 'once',
      periodEnd: period.end,
      reason: 'PLAN_GRANT',
      at: now,
    })
  }
}
