import type { Clock } from '../../kernel/clock.ts'
import type { DueWork } from '../customers/index.ts'
import type { Billing } from '../invoicing/index.ts'
import { scopeOf } from '../organizations/read.ts'
import { advanceSubscription } from './advanceSubscription.ts'
import { closeWaitingChange } from './closeWaitingChange.ts'
import { failOnSilence } from './failOnSilence.ts'
import { findNextOverdue, listOverdueOfClock } from './store/changes.ts'
import { findDueOfClock, findNextDue } from './store/due.ts'

/** What a test clock must know of subscriptions: starts, trials, periods, drips, ends, one by one. */
export const createDueWork = (billing: Billing, clock: Clock): DueWork => ({
  nextDueAt: async (key) => {
    const instants = [await findNextDue(billing.db, key), await findNextOverdue(billing.db, key)]
    const due = instants.flatMap((at) => (at === null ? [] : [at.getTime()]))
    return due.length === 0 ? null : new Date(Math.min(...due))
  },
  runDue: async (key, at) => {
    const overdue = await listOverdueOfClock(billing.db, key, at)
    const due = await findDueOfClock(billing.db, key, at)
    if (overdue.length === 0 && due.length === 0) return
    const scope = await scopeOf(billing.db, key.environmentId, clock.now())
    for (const { subscriptionId } of overdue) {
      await closeWaitingChange(billing, scope, subscriptionId)
    }
    for (const { subscriptionId } of due) {
      while (await advanceSubscription(billing, scope, subscriptionId));
    }
    await failOnSilence(billing.db, key, at)
  },
})
