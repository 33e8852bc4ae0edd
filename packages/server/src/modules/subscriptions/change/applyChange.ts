import { parseAmount } from '../../../kernel/amount.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BillLine } from '../../invoicing/core.ts'
import { discountAfterBill } from '../coupons/coupon.core.ts'
import { addToNextInvoice } from '../invoices/addToNextInvoice.ts'
import { WHOLE } from '../period/proration.core.ts'
import { END_OF_TIME, readAndMarkUsage, withInvoicedAmounts } from '../period/readUsage.ts'
import { type ChargedUsage, usageLines } from '../period/usageLines.core.ts'
import { rulesOfChange } from '../planCredits/creditShares.core.ts'
import { nextDripOf } from '../planCredits/grantPeriodCredits.ts'
import { applyCreditChange } from '../planCredits/quoteCreditChange.ts'
import { type LoadedPlan, loadParts, loadPlan } from '../subscription/loadPlan.ts'
import type { LoadedSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import type { SubscriptionRecord } from '../subscription/subscription.core.ts'
import type { BilledUsage, PlanChangeTerms } from './change.core.ts'
import { billsPeriod, billsUsage, type PlanChange, withheldLines } from './changeLines.core.ts'

/**
 * Applies a change of plan or seats as it was quoted. Credits and usage that were consumed while
 * the change waited for its payment are counted now and billed on the next invoice.
 */
export async function applyChange(
  tx: Tx,
  scope: Scope,
  locked: LoadedSubscription,
  terms: PlanChangeTerms,
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
  const nextInvoiceLines = [
    ...withheldLines(from, credits.withheld - terms.withheld),
    ...(billsUsage(change) ? await billUsageSinceQuote(tx, scope, change, terms.usage) : []),
  ]
  await addToNextInvoice(
    tx,
    scope,
    customer,
    `${subscription.id}/${subscription.revision}`,
    nextInvoiceLines,
    now,
  )
  const periodAfter = {
    billingAnchor: after.anchor,
    currentPeriodStart: after.period.start,
    currentPeriodEnd: after.period.end,
  }
  const items: SubscriptionRecord[] = []
  for (const item of locked.items) {
    items.push(await saveSubscription(tx, scope, { ...item, ...periodAfter }, now))
  }
  const changed: SubscriptionRecord = {
    ...subscription,
    ...periodAfter,
    planId: terms.planId,
    planVersion: terms.planVersion,
    quantities: terms.quantities,
    pendingChange: null,
    ...(billsPeriod(change) ? discountAfterBill(subscription) : {}),
    cancelAt: subscription.cancelAt && (after.period.end ?? subscription.cancelAt),
    invoicedThrough: billsUsage(change) ? at : subscription.invoicedThrough,
    creditShares: credits.creditShares,
  }
  const parts = await loadParts(tx, scope.environmentId, changed, items)
  const { cycle } = parts[0].plan
  const nextDripAt = nextDripOf(parts, { cycle, timezone, after: now })
  const saved = await saveSubscription(tx, scope, { ...changed, nextDripAt }, now)
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
  return saved
}

/**
 * Marks all usage of the old plan as billed. Returns lines for usage that was reported or withdrawn
 * after the quote, because its price is unknown once the plan has changed.
 */
async function billUsageSinceQuote(
  tx: Tx,
  scope: Scope,
  { subscription, from }: Pick<PlanChange, 'subscription' | 'from'>,
  billed: readonly BilledUsage[],
): Promise<BillLine[]> {
  const usage = await readAndMarkUsage(tx, scope, subscription, END_OF_TIME, {
    plan: subscription,
    // Usage that was invoiced and then withdrawn looks as if nothing were left to bill.
    andOf: billed.map(({ chargeId }) => chargeId),
  })
  const unbilledUsage = usage.map((each) => ({
    ...each,
    billed: quantityOnInvoice(each, billed) ?? each.billed,
  }))
  const usageToBill = await withInvoicedAmounts(
    tx,
    scope.environmentId,
    subscription,
    unbilledUsage,
  )
  return usageLines(from, null, WHOLE, usageToBill)
}

function quantityOnInvoice(
  { chargeId, period: { start } }: ChargedUsage,
  billed: readonly BilledUsage[],
) {
  const periodStart = start.toISOString()
  const quoted = billed.find(
    (each) => each.chargeId === chargeId && each.periodStart === periodStart,
  )
  return quoted ? parseAmount(quoted.quantity) : null
}

/** Rebuilds a quoted change of plan or seats, with both plans. */
export async function readPlanChange(
  tx: Tx,
  { environmentId }: Scope,
  { subscription, customer }: LoadedSubscription,
  { planId, planVersion, quantities, at, period }: PlanChangeTerms,
): Promise<PlanChange & { readonly to: LoadedPlan }> {
  const anchor = new Date(period.anchor)
  const next = { id: subscription.id, planId, planVersion, quantities, billingAnchor: anchor }
  return {
    subscription,
    from: await loadPlan(tx, environmentId, subscription),
    to: await loadPlan(tx, environmentId, next),
    after: {
      anchor,
      period: {
        start: new Date(period.start),
        end: period.end === null ? null : new Date(period.end),
      },
    },
    at: new Date(at),
    timezone: customer.timezone,
  }
}

/**
 * Returns the subscription with its pending change applied at the end of a period. If the interval
 * changes, periods count from that boundary.
 */
export async function applyPendingChange(
  tx: Tx,
  environmentId: string,
  subscription: SubscriptionRecord,
  boundary: Date,
): Promise<SubscriptionRecord> {
  const { pendingChange } = subscription
  if (pendingChange === null) return subscription
  const changed = { ...subscription, ...pendingChange, pendingChange: null }
  const { cycle: before } = await loadPlan(tx, environmentId, subscription)
  const { cycle: after } = await loadPlan(tx, environmentId, changed)
  const isSame = before.interval === after.interval && before.intervalCount === after.intervalCount
  return isSame ? changed : { ...changed, billingAnchor: boundary }
}
