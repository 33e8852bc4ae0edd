import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPlan } from '../../catalog/read.ts'
import { readPlanChange } from '../change/applyChange.ts'
import type { ItemTerms, PlanTerms } from '../change/change.core.ts'
import { findChangeOfInvoice } from '../change/changes.sql.ts'
import { quoteItemCredits } from '../items/quoteItem.ts'
import { trialEnd } from '../period/period.core.ts'
import { rulesOfChange } from '../planCredits/creditShares.core.ts'
import { grantsOfPeriod } from '../planCredits/planGrants.core.ts'
import { creditDeltas, quoteCreditChange } from '../planCredits/quoteCreditChange.ts'
import { type CreditImpact, creditImpacts, quoteCredits } from '../planCredits/quoteCredits.ts'
import { type LoadedPlan, loadPlan } from '../subscription/loadPlan.ts'
import { type LockedSubscription, peekSubscription } from '../subscription/lockSubscription.ts'

/** What a customer gets with a subscription, a change of it or an add-on, as it was begun. */
export interface BegunPlan {
  readonly plan: LoadedPlan
  readonly trialEndsAt: Date | null
  readonly nextBillingAt: Date | null
  /** What it will do to each wallet when it is paid for; nothing once that is done. */
  readonly creditImpacts: readonly CreditImpact[]
}

interface Begun {
  readonly subscriptionId: string
  readonly invoiceId: string | null
  /** Whether it waits for the end of the period. */
  readonly isDeferred: boolean
}

/**
 * Reads from its rows what was begun with a subscription: the change that its invoice asks for, or
 * else the subscription itself.
 */
export async function readBegunPlan(
  tx: Tx,
  scope: Scope,
  { subscriptionId, invoiceId, isDeferred }: Begun,
): Promise<BegunPlan> {
  const standing = await peekSubscription(tx, scope, subscriptionId)
  const change =
    invoiceId === null ? null : await findChangeOfInvoice(tx, scope.environmentId, invoiceId)
  if (!change) return readOwn(tx, scope, standing, isDeferred)
  const begun = await (change.kind === 'plan'
    ? readChanged(tx, scope, standing, change.terms as PlanTerms)
    : readItem(tx, scope, standing, change.terms as ItemTerms))
  return change.status === 'waiting' ? begun : { ...begun, creditImpacts: [] }
}

/** The same for an add-on that came at once, by the plan that was asked for. */
export async function readAddedPlan(
  tx: Tx,
  scope: Scope,
  { subscriptionId, planId }: { subscriptionId: string; planId: string },
): Promise<BegunPlan | null> {
  const { environmentId } = scope
  const { subscription, items } = await peekSubscription(tx, scope, subscriptionId)
  const added = await findPlan(tx, environmentId, planId)
  const item = items.find((each) => each.planId === added?.id)
  if (!item) return null
  const { trialEndsAt, currentPeriodEnd: nextBillingAt } = subscription
  const plan = await loadPlan(tx, environmentId, item)
  return { plan, trialEndsAt, nextBillingAt, creditImpacts: [] }
}

async function readOwn(
  tx: Tx,
  scope: Scope,
  { subscription, customer, now: at }: LockedSubscription,
  isDeferred: boolean,
): Promise<BegunPlan> {
  const { trialDays, currentPeriodStart, currentPeriodEnd, pendingChange } = subscription
  const { id: customerId, timezone } = customer
  const bought = isDeferred && pendingChange ? { ...subscription, ...pendingChange } : subscription
  const plan = await loadPlan(tx, scope.environmentId, bought)
  // A trial that waits for a card begins when that is there.
  const trialEndsAt =
    trialDays === null ? subscription.trialEndsAt : trialEnd(at, trialDays, timezone)
  const period = { start: currentPeriodStart ?? at, end: currentPeriodEnd ?? trialEndsAt }
  const given =
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
    creditImpacts: await quoteCredits(tx, scope, { customerId, at }, given),
  }
}

async function readChanged(
  tx: Tx,
  scope: Scope,
  standing: LockedSubscription,
  terms: PlanTerms,
): Promise<BegunPlan> {
  const { subscription, now } = standing
  const { customerId, trialEndsAt, cancelAt } = subscription
  const change = await readPlanChange(tx, scope, standing, terms)
  const { givenBack } = terms
  const moved = { subscription, ...rulesOfChange(change), at: change.at, now, givenBack }
  const deltas = creditDeltas(await quoteCreditChange(tx, scope, moved))
  return {
    plan: change.to,
    trialEndsAt,
    nextBillingAt: cancelAt === null ? change.after.period.end : null,
    creditImpacts: await creditImpacts(tx, scope, { customerId, at: now }, deltas),
  }
}

async function readItem(
  tx: Tx,
  scope: Scope,
  standing: LockedSubscription,
  { itemId: id, planId, planVersion, quantities }: ItemTerms,
): Promise<BegunPlan> {
  const { billingAnchor, trialEndsAt, currentPeriodEnd } = standing.subscription
  const bought = { id, planId, planVersion, quantities, billingAnchor }
  const plan = await loadPlan(tx, scope.environmentId, bought)
  return {
    plan,
    trialEndsAt,
    nextBillingAt: currentPeriodEnd,
    creditImpacts: await quoteItemCredits(tx, scope, standing, { plan }),
  }
}
