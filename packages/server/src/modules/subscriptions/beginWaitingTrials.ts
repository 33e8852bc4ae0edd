import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../platform/db/database.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { lockCustomers } from '../customers/index.ts'
import { findCustomer } from '../customers/read.ts'
import { findDefaultMethod } from '../payments/read.ts'
import { beginTrial } from './beginTrial.ts'
import { listSubscriptions } from './read/records.ts'

const PAGE = { limit: 100, after: null }

/** Begins the trials of a customer that waited for a card, now that there is one. */
export async function beginWaitingTrials(
  db: Database,
  scope: Scope,
  customerId: string,
): Promise<void> {
  const { environmentId } = scope
  await withTransaction(db, async (tx) => {
    const [locked] = await lockCustomers(sessionOf(tx), [{ environmentId, customerId }])
    const customer = locked && (await findCustomer(tx, environmentId, customerId))
    if (!customer || !(await findDefaultMethod(tx, environmentId, customerId))) return
    const now = locked.frozenTime ?? scope.now
    const filter = { customerId, status: 'incomplete' } as const
    for (const subscription of await listSubscriptions(tx, environmentId, filter, PAGE)) {
      const { trialDays, startsAt, incompleteUntil } = subscription
      const isWaiting = trialDays !== null && startsAt === null
      if (!isWaiting || incompleteUntil === null || incompleteUntil <= now) continue
      await beginTrial(tx, scope, { subscription, customer, start: now, now })
    }
  })
}
