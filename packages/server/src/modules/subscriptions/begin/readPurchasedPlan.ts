import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPlan } from '../../catalog/read.ts'
import { readPlanChange } from '../change/applyChange.ts'
import type { ItemTerms, PlanChangeTerms } from '../change/change.core.ts'
import { findChangeOfInvoice } from '../change/changes.sql.ts'
import { quoteItemCredits } from '../items/quoteItem.ts'
import { trialEnd } from '../period/period.core.ts'
import { rulesOfChange } from '../planCredits/creditShares.core.ts'
import { grantsOfPeriod } from '../planCredits/planGrants.core.ts'
import { creditDeltas, quoteCreditChange } from '../planCredits/quoteCreditChange.ts'
import { type CreditImpact, creditImpacts, quoteCredits } from '../planCredits/quoteCredits.ts'
import { type LoadedPlan, loadPlan } from '../subscription/loadPlan.ts'
import {
  type LoadedSubscription,
  readSubscriptionForPreview,
} from '../subscription/lockSubscription.ts'

/** The plan that a customer gets with a subscription, a change or an add-on. */
export interface PurchasedPlan {
  readonly plan: LoadedPlan
  readonly trialEndsAt: Date | null
  readonly nextBillingAt: Date | null
  /** Credits that the customer gets after paying, by wallet. Empty once they are granted. */
  readonly creditImpacts: readonly CreditImpact[]
}

interface Purchase {
  readonly subscriptionId: string
  readonly invoiceId: string | null
  /** True if the purchase takes effect at the end of the period. */
  readonly isDeferred: boolean
}

/**
 * Reads the plan that a customer bought: the change that the invoice bills, or else the
 * subscription itself.
 */
export async function readPurchasedPlan(
  tx: Tx,
  scope: Scope,
  { subscriptionId, invoiceId, isDeferred }: Purchase,
): Promise<PurchasedPlan> {
  const loaded = await readSubscriptionForPreview(tx, scope, subscriptionId)
  const change =
    invoiceId === null ? null : await findChangeOfInvoice(tx, scope.environmentId, invoiceId)
  if (!change) return readSubscribedPlan(tx, scope, loaded, isDeferred)
  const purchase = await (change.kind === 'plan'
    ? readChangedPlan(tx, scope, loaded, change.terms as PlanChangeTerms)
    : readAddOn(tx, scope, loaded, change.terms as ItemTerms))
  return change.status === 'waiting' ? purchase : { ...purchase, creditImpacts: [] }
}

/** Reads the plan of an add-on that is already in effect. `planId` is the plan in the request. */
export async function readPurchasedAddOn(
  tx: Tx,
  scope: Scope,
  { subscriptionId, planId }: { subscriptionId: string; planId: string },
): Promise<PurchasedPlan | null> {
  const { environmentId } = scope
  const { subscription, items } = await readSubscriptionForPreview(tx, scope, subscriptionId)
  const addOnPlan = await findPlan(tx, environmentId, planId)
  const item = items.find((each) => each.planId === addOnPlan?.id)
  if (!item) return null
  const { trialEndsAt, currentPeriodEnd: nextBillingAt } = subscription
  const plan = await loadPlan(tx, environmentId, item)
  return { plan, trialEndsAt, nextBillingAt, creditImpacts: [] }
}

async function readSubscribedPlan(
  tx: Tx,
  scope: Scope,
  { subscription, customer, now: at }: LoadedSubscription,
  isDeferred: boolean,
): Promise<PurchasedPlan> {
  const { trialDays, currentPeriodStart, currentPeriodEnd, pendingChange } = subscription
  const { id: customerId, timezone } = customer
  const purchased =
    isDeferred && pendingChange ? { ...subscription, ...pendingChange } : subscription
  const plan = await loadPlan(tx, scope.environmentId, purchased)
  // A trial that is waiting for a card starts when the card is saved.
  const trialEndsAt =
    trialDays === null ? subscription.trialEndsAt : trialEnd(at, trialDays, timezone)
  const period = { start: currentPeriodStart ?? at, end: currentPeriodEnd ?? trialEndsAt }
  const grants =
    subscription.status === 'incomplete'
      ? grantsOfPeriod(
          plan.plan.grantRules,
          { cycle: plan.cycle, period, timezone },
          { isFirst: true },
        )
      : []
  return {
    plan,
    trialEndsAt,
    nextBillingAt: period.end,
    creditImpacts: await quoteCredits(tx, scope, { customerId, at }, grants),
  }
}

async function readChangedPlan(
  tx: Tx,
  scope: Scope,
  loaded: LoadedSubscription,
  terms: PlanChangeTerms,
): Promise<PurchasedPlan> {
  const { subscription, now } = loaded
  const { customerId, trialEndsAt, cancelAt } = subscription
  const change = await readPlanChange(tx, scope, loaded, terms)
  const { givenBack } = terms
  const ruleChange = { subscription, ...rulesOfChange(change), at: change.at, now, givenBack }
  const deltas = creditDeltas(await quoteCreditChange(tx, scope, ruleChange))
  return {
    plan: change.to,
    trialEndsAt,
    nextBillingAt: cancelAt === null ? change.after.period.end : null,
    creditImpacts: await creditImpacts(tx, scope, { customerId, at: now }, deltas),
  }
}

async function readAddOn(
  tx: Tx,
  scope: Scope,
  loaded: LoadedSubscription,
  { itemId: id, planId, planVersion, quantities }: ItemTerms,
): Promise<PurchasedPlan> {
  const { billingAnchor, trialEndsAt, currentPeriodEnd } = loaded.subscription
  const purchased = { id, planId, planVersion, quantities, billingAnchor }
  const plan = await loadPlan(tx, scope.environmentId, purchased)
  return {
    plan,
    trialEndsAt,
    nextBillingAt: currentPeriodEnd,
    creditImpacts: await quoteItemCredits(tx, scope, loaded, { plan }),
  }
}
