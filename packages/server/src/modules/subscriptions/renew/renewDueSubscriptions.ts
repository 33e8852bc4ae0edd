import type { Clock } from '../../../kernel/clock.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import type { Billing } from '../../invoicing/index.ts'
import { readScope } from '../../organizations/read.ts'
import { beginWaitingTrials } from '../begin/beginTrial.ts'
import { advanceSubscription } from './advanceSubscription.ts'
import {
  type DueSubscription,
  findDueSubscriptions,
  findDueSubscriptionsOnIdleClocks,
  findWaitingTrials,
  type WaitingTrial,
} from './due.sql.ts'

/**
 * Each renewal holds a connection nearly all the time, and renewals in one environment wait for the
 * same invoice counter. More concurrent renewals would not be faster and would leave requests
 * without a connection.
 */
const AT_ONCE = 4

/**
 * Runs the due steps of subscriptions, earliest first and a few at a time. A subscription that
 * missed periods is renewed once for each of them.
 */
export async function renewDueSubscriptions(billing: Billing, clock: Clock): Promise<void> {
  const { db } = billing
  const advance = async ({ environmentId, subscriptionId }: DueSubscription) => {
    const scope = await readScope(db, environmentId, clock.now())
    while (await advanceSubscription(billing, scope, subscriptionId));
  }
  await workThrough<DueSubscription>(
    'due subscriptions',
    (last) => findDueSubscriptions(db, clock.now(), last),
    advance,
    AT_ONCE,
  )
  await workThrough<DueSubscription>(
    'due subscriptions on test clocks',
    (last) => findDueSubscriptionsOnIdleClocks(db, last),
    advance,
    AT_ONCE,
  )
  await workThrough<WaitingTrial>(
    'trials waiting for a card',
    (last) => findWaitingTrials(db, last),
    async ({ environmentId, customerId }) => {
      const scope = await readScope(db, environmentId, clock.now())
      await beginWaitingTrials(db, scope, customerId)
    },
  )
}
