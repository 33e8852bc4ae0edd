import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomerIfExists } from '../../customers/index.ts'
import { type CustomerRecord, findCustomer } from '../../customers/read.ts'
import { findDefaultMethod } from '../../payments/read.ts'
import { trialEnd } from '../period/period.core.ts'
import { grantPeriodCredits } from '../planCredits/grantPeriodCredits.ts'
import { loadParts } from '../subscription/loadPlan.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { type SubscriptionRecord, withStatus } from '../subscription/subscription.core.ts'
import { listSubscriptions } from '../subscription/subscription.sql.ts'

/** Starts the trial of a subscription that was waiting for its start date or for a card. */
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
  invariant(trialDays, 'the subscription has a trial')
  const trialEndsAt = trialEnd(start, trialDays, timezone)
  const trialing: SubscriptionRecord = {
    ...withStatus(subscription, 'trialing'),
    // Paid periods count from the end of the trial, unless the merchant set an anchor.
    billingAnchor: hasGivenAnchor ? billingAnchor : trialEndsAt,
    currentPeriodStart: start,
    currentPeriodEnd: trialEndsAt,
    startsAt: null,
    trialDays: null,
    trialEndsAt,
    incompleteUntil: null,
  }
  const parts = await loadParts(tx, scope.environmentId, trialing, [])
  const period = { start, end: trialEndsAt }
  const periodToGrant = { cycle: parts[0].plan.cycle, period, timezone, now }
  const nextDripAt = await grantPeriodCredits(tx, scope, parts, periodToGrant, { isFirst: true })
  const saved = await saveSubscription(tx, scope, { ...trialing, nextDripAt }, now)
  await emitSubscriptionEvent(tx, scope, 'activated', saved)
  return saved
}

const PAGE = { limit: 100, after: null }

/** Starts a customer's trials that were waiting for a card, once a default card is saved. */
export async function beginWaitingTrials(
  db: Database,
  scope: Scope,
  customerId: string,
): Promise<void> {
  const { environmentId } = scope
  await withTransaction(db, async (tx) => {
    const { customer: locked, now } = await lockCustomerIfExists(tx, scope, customerId)
    const customer = locked && (await findCustomer(tx, environmentId, customerId))
    if (!customer || !(await findDefaultMethod(tx, environmentId, customerId))) return
    const filter = { customerId, status: 'incomplete' } as const
    for (const subscription of await listSubscriptions(tx, environmentId, filter, PAGE)) {
      const { trialDays, startsAt, incompleteUntil } = subscription
      const isWaiting = trialDays !== null && startsAt === null
      if (!isWaiting || incompleteUntil === null || incompleteUntil <= now) continue
      await beginTrial(tx, scope, { subscription, customer, start: now, now })
    }
  })
}
