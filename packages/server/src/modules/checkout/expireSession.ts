import type { Scope } from '../../kernel/scope.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { type Billing, settleInvoicePayment } from '../invoicing/index.ts'
import { askPayment, cancelPayment, hasEnded } from '../payments/index.ts'
import { findPayment, type PaymentRecord } from '../payments/read.ts'
import { settleTopUp } from '../topups/index.ts'
import type { SessionStatus } from './core/session.ts'
import { endSession } from './endSession.ts'
import { findSession } from './read.ts'

/**
 * Ends a session that is over. One whose time has come is closed at the provider first, where it
 * may turn out to be paid; what it began is undone by those whose business it is, when they learn
 * that the payment was canceled. Silence leaves it open: it is asked again later.
 */
export async function expireSession(
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
  if (isOutOfTime && payment && !hasEnded(payment.status)) await close(billing, scope, payment)
  return withTransaction(db, (tx) =>
    endSession(tx, scope, { ...session, ...(isOutOfTime && { because: 'out_of_time' as const }) }),
  )
}

/** Closes the form of a payment at the provider, and books what that comes to. */
async function close(billing: Billing, scope: Scope, payment: PaymentRecord): Promise<void> {
  const { db, providers } = billing
  const outcome = await askPayment(db, providers, scope, payment)
  const told =
    outcome.kind === 'requires_action'
      ? await cancelPayment(providers, scope.environmentId, { ...payment, ...outcome })
      : outcome
  await (payment.purpose === 'topup'
    ? settleTopUp(db, providers, scope, payment, told)
    : settleInvoicePayment(billing, scope, payment, told))
}
