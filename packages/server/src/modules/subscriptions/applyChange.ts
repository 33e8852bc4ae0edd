import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { applyCreditChange } from './applyCreditChange.ts'
import { billLater } from './billLater.ts'
import { billsPeriod, billsUsage } from './core/changeLines.ts'
import type { PlanTerms } from './core/changeTerms.ts'
import { afterBill } from './core/coupon.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { rulesOfChange } from './core/ruleChange.ts'
import { withheldLines } from './core/withheldLines.ts'
import { nextDripOf } from './giveCredits.ts'
import { loadParts } from './loadParts.ts'
import type { LockedSubscription } from './lockSubscription.ts'
import { readPlanChange } from './readPlanChange.ts'
import { saveSubscription } from './saveSubscription.ts'
import { takeUpUsage } from './takeUpUsage.ts'
import { tellOfSubscription } from './tellOfSubscription.ts'

/**
 * Brings a change of plan or seats into force as it was quoted. What was used while it waited for
 * its payment is counted now, and billed with the next invoice.
 */
export async function applyChange(
  tx: Tx,
  scope: Scope,
  locked: LockedSubscription,
  terms: PlanTerms,
): Promise<SubscriptionRecord> {
  const { subscription, customer, now } = locked
  const change = await readPlanChange(tx, scope, locked, terms)
  const { from, after, at, timezone } = change
  const credits = await applyCreditChange(tx, scope, {
    subscription,
    ...rulesOfChange(change),
    at,
    now,
    givenBack: terms.givenBack,
  })
  const later = [
    ...withheldLines(from, credits.withheld - terms.withheld),
    ...(billsUsage(change) ? await takeUpUsage(tx, scope, change, terms.usage) : []),
  ]
  await billLater(tx, scope, customer, `${subscription.id}/${subscription.revision}`, later, now)
  const place = {
    billingAnchor: after.anchor,
    currentPeriodStart: after.period.start,
    currentPeriodEnd: after.period.end,
  }
  const items: SubscriptionRecord[] = []
  for (const item of locked.items) {
    items.push(await saveSubscription(tx, scope, { ...item, ...place }, now))
  }
  const changed: SubscriptionRecord = {
    ...subscription,
    ...place,
    planId: terms.planId,
    planVersion: terms.planVersion,
    quantities: terms.quantities,
    pendingChange: null,
    ...(billsPeriod(change) ? afterBill(subscription) : {}),
    cancelAt: subscription.cancelAt && (after.period.end ?? subscription.cancelAt),
    invoicedThrough: billsUsage(change) ? at : subscription.invoicedThrough,
    creditShares: credits.creditShares,
  }
  const parts = await loadParts(tx, scope.environmentId, changed, items)
  const { cycle } = parts[0].plan
  const nextDripAt = nextDripOf(parts, { cycle, timezone, after: now })
  const saved = await saveSubscription(tx, scope, { ...changed, nextDripAt }, now)
  await tellOfSubscription(tx, scope, 'updated', saved)
  return saved
}
