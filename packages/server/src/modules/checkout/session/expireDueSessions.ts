import type { Clock } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import type { DueWork } from '../../customers/index.ts'
import { type Billing, settleInvoicePayment } from '../../invoicing/index.ts'
import { readScope } from '../../organizations/read.ts'
import { hasEnded } from '../../payments/core.ts'
import { askAboutPayment, cancelPayment } from '../../payments/index.ts'
import { findPayment, type PaymentRecord } from '../../payments/read.ts'
import { settleTopUp } from '../../topups/index.ts'
import {
  type DueSession,
  findDueSessions,
  findDueSessionsOnClock,
  findNextExpiry,
} from './dueSessions.sql.ts'
import { endSession } from './endSession.ts'
import type { SessionStatus } from './session.core.ts'
import { findSession } from './sessions.sql.ts'

/** Ends pending sessions that expired, and those whose purchase ended without a webhook. */
export async function expireDueSessions(billing: Billing, clock: Clock): Promise<void> {
  await workThrough<DueSession>(
    'checkout sessions',
    (last) => findDueSessions(billing.db, clock.now(), last),
    async (due) => {
      const scope: Scope = await readScope(billing.db, due.environmentId, clock.now())
      await expireSession(billing, scope, due)
    },
  )
}

/** Expires the sessions of customers on a test clock in the clock's time. */
export const createCheckoutWork = ({ db, ...billing }: Billing, clock: Clock): DueWork => ({
  nextDueAt: (key) => findNextExpiry(db, key),
  runDue: (key, at) =>
    workThrough<DueSession>(
      'checkout sessions',
      (last) => findDueSessionsOnClock(db, key, at, last),
      async (due) => {
        const scope = await readScope(db, due.environmentId, clock.now())
        const status = await expireSession({ db, ...billing }, scope, due)
        if (due.isOutOfTime && status === 'pending') {
          throw new Error(`The payment provider does not report the outcome of ${due.id}.`)
        }
      },
    ),
})

/**
 * Ends a session. If its time is over, the form is first closed at the provider. The provider may
 * then report that the customer has paid. Canceling the payment also undoes the purchase: the
 * module that owns the purchase settles it. If the provider does not answer, the session stays
 * pending and is tried again later.
 */
async function expireSession(
  billing: Billing,
  scope: Scope,
  { id, isOutOfTime }: { id: string; isOutOfTime: boolean },
): Promise<SessionStatus | null> {
  const { db } = billing
  const { environmentId } = scope
  const { session, payment } = await withTransaction(
    db,
    async (tx) => {
      const found = await findSession(tx, environmentId, id)
      const paymentId = found?.session.paymentId
      return {
        session: found?.session,
        payment: paymentId ? await findPayment(tx, environmentId, paymentId) : null,
      }
    },
    'read',
  )
  if (session?.status !== 'pending') return session?.status ?? null
  if (isOutOfTime && payment && !hasEnded(payment.status)) await closeForm(billing, scope, payment)
  return withTransaction(db, (tx) =>
    endSession(tx, scope, { ...session, ...(isOutOfTime && { because: 'out_of_time' as const }) }),
  )
}

/** Closes the form of a payment at the provider and records the outcome. */
async function closeForm(billing: Billing, scope: Scope, payment: PaymentRecord): Promise<void> {
  const { db, providers } = billing
  const outcome = await askAboutPayment(db, providers, scope, payment)
  const finalOutcome =
    outcome.kind === 'requires_action'
      ? await cancelPayment(providers, scope.environmentId, { ...payment, ...outcome })
      : outcome
  await (payment.purpose === 'topup'
    ? settleTopUp(db, providers, scope, payment, finalOutcome)
    : settleInvoicePayment(billing, scope, payment, finalOutcome))
}
