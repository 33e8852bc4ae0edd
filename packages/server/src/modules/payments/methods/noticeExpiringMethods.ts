import type { Clock } from '../../../kernel/clock.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { type DueWork, lockCustomerIfExists } from '../../customers/index.ts'
import { expiresSoon, hasExpired, nextNoticeAt } from './cardExpiry.core.ts'
import {
  type ExpiringMethod,
  findCardDates,
  findExpiringMethods,
  findExpiringOnClock,
  markExpiryNotified,
} from './expiringMethods.sql.ts'
import { findPaymentMethod, renderPaymentMethod, updatePaymentMethod } from './methods.sql.ts'

const BATCH = 100

/**
 * Notifies merchants once of each card that expires within 30 days, and marks expired cards, which
 * Purser no longer charges. Each card has a separate transaction, so that a failure does not stop
 * the others.
 */
export async function noticeExpiringMethods(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  const failures: unknown[] = []
  let after = ''
  for (;;) {
    const page = { after, limit: BATCH }
    const methods = await withTransaction(db, (tx) => findExpiringMethods(tx, now, page), 'read')
    for (const method of methods) {
      await withTransaction(db, (tx) => noticeExpiringMethod(tx, now, method)).catch(
        (error: unknown) => failures.push(error),
      )
    }
    after = methods.at(-1)?.id ?? after
    if (methods.length < BATCH) break
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `Cards whose expiry could not be processed: ${failures.length}. The next run retries.`,
    )
  }
}

/**
 * Notifies the merchant once of a card that expires soon, and marks a card whose month is over as
 * expired.
 */
async function noticeExpiringMethod(
  tx: Tx,
  wallTime: Date,
  expiring: ExpiringMethod,
): Promise<void> {
  const { environmentId, customerId, organizationId } = expiring
  const lockScope = { environmentId, now: wallTime }
  const { customer, now } = await lockCustomerIfExists(tx, lockScope, customerId)
  const method = await findPaymentMethod(tx, environmentId, expiring.id)
  if (!customer || method?.status !== 'active') return
  if (!expiresSoon(method, now)) return
  const isExpired = hasExpired(method, now)
  const record = isExpired ? { ...method, status: 'expired' as const, updatedAt: now } : method
  if (isExpired) await updatePaymentMethod(tx, environmentId, record)
  if (!(await markExpiryNotified(tx, expiring, now))) return
  await emitEvent(
    tx,
    { ...expiring, now },
    {
      type: 'payment_method.expiring',
      customerId,
      data: renderPaymentMethod(record, organizationId),
    },
  )
}

/** Handles expiring cards of customers on a test clock. */
export const createPaymentDueWork = (db: Database, wallClock: Clock): DueWork => ({
  nextDueAt: async (clock) => {
    const instants = (await findCardDates(db, clock)).flatMap((card) => {
      const at = nextNoticeAt(card, card.wasNotified)
      return at ? [at.getTime()] : []
    })
    return instants.length === 0 ? null : new Date(Math.min(...instants))
  },
  runDue: async (clock, at) => {
    for (const method of await findExpiringOnClock(db, clock, at)) {
      await withTransaction(db, (tx) => noticeExpiringMethod(tx, wallClock.now(), method))
    }
  },
})
