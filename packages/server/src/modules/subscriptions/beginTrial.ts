import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CustomerRecord } from '../customers/read.ts'
import { trialEnd } from './core/periodFrom.ts'
import type { SubscriptionRecord } from './core/record.ts'
import { become } from './core/subscriptionState.ts'
import { giveCredits } from './giveCredits.ts'
import { loadParts } from './loadParts.ts'
import { saveSubscription } from './saveSubscription.ts'
import { tellOfSubscription } from './tellOfSubscription.ts'

/** Begins the trial of a subscription that waited for its start or its card, at an instant. */
export async function beginTrial(
  tx: Tx,
  scope: Scope,
  {
    subscription,
    customer: { timezone },
    start,
    now,
  }: {
    subscription: SubscriptionRecord
    customer: Pick<CustomerRecord, 'timezone'>
    start: Date
    /** The customer's time. */
    now: Date
  },
): Promise<SubscriptionRecord> {
  const { trialDays, billingAnchor, hasGivenAnchor } = subscription
  invariant(trialDays, 'there is a trial to begin')
  const trialEndsAt = trialEnd(start, trialDays, timezone)
  const trying: SubscriptionRecord = {
    ...become(subscription, 'trialing'),
    // Paid periods are counted from the end of the trial, unless the merchant gave an anchor.
    billingAnchor: hasGivenAnchor ? billingAnchor : trialEndsAt,
    currentPeriodStart: start,
    currentPeriodEnd: trialEndsAt,
    startsAt: null,
    trialDays: null,
    trialEndsAt,
    incompleteUntil: null,
  }
  const parts = await loadParts(tx, scope.environmentId, trying, [])
  const period = { start, end: trialEndsAt }
  const beginning = { cycle: parts[0].plan.cycle, period, timezone, now }
  const nextDripAt = await giveCredits(tx, scope, parts, beginning, { isFirst: true })
  const saved = await saveSubscription(tx, scope, { ...trying, nextDripAt }, now)
  await tellOfSubscription(tx, scope, 'activated', saved)
  return saved
}
