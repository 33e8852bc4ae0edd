import type { Clock } from '../../../kernel/clock.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import type { Billing } from '../../invoicing/index.ts'
import { scopeOf } from '../../organizations/read.ts'
import { beginWaitingTrials } from '../begin/beginTrial.ts'
import { advanceSubscription } from './advanceSubscription.ts'
import {
  type DueSubscription,
  findDueOnIdleClocks,
  findDueSubscriptions,
  findWaitingTrials,
  type WaitingTrial,
} from './due.sql.ts'

/**
 * Each holds a connection nearly all the time, and all that bill in one environment wait for the same
 * counter in the end: more would not be faster, and would leave requests without a connection.
 */
const AT_ONCE = 4

/**
 * Does what is due for subscriptions: those that were due first come first, a few at a time, each as
 * often as periods were missed.
 */
export async function renewDueSubscriptions(billing: Billing, clock: Clock): Promise<void> {
  const { db } = billing
  const advance = async ({ environmentId, subscriptionId }: DueSubscription) => {
    const scope = await scopeOf(db, environmentId, clock.now())
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
    (last) => findDueOnIdleClocks(db, last),
    advance,
    AT_ONCE,
  )
  await workThrough<WaitingTrial>(
    'trials that wait for a card',
    (last) => findWaitingTrials(db, last),
    async ({ environmentId, customerId }) => {
      const scope = await scopeOf(db, environmentId, clock.now())
      await beginWaitingTrials(db, scope, customerId)
    },
  )
}
