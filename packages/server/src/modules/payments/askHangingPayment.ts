import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { askPayment } from './askPayment.ts'
import { cancelPayment } from './cancelPayment.ts'
import { isDueToBeAsked } from './core/nextQuestion.ts'
import { hasEnded } from './core/paymentState.ts'
import type { PaymentProviders } from './paymentProviders.ts'
import type { PaymentOutcome } from './provider.ts'
import { findPayment, type PaymentRecord } from './read/payments.ts'

/** How long a form or a challenge stays open for the customer. */
const OPEN_MS = 24 * 60 * 60 * 1000

/**
 * Learns what became of a payment that has not ended, and ends what was abandoned. Null when there
 * is nothing to ask yet. Whoever it is for books the outcome.
 */
export async function askHangingPayment(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  paymentId: string,
): Promise<{ payment: PaymentRecord; outcome: PaymentOutcome } | null> {
  const payment = await withTransaction(
    db,
    (tx) => findPayment(tx, scope.environmentId, paymentId),
    'read',
  )
  if (!payment || hasEnded(payment.status) || !isDueToBeAsked(payment, scope.now)) return null
  const outcome = await askPayment(db, providers, scope, payment)
  if (outcome.kind !== 'requires_action' || !isAbandoned(payment, scope.now)) {
    return { payment, outcome }
  }
  const named = { ...payment, ...outcome }
  return { payment, outcome: await cancelPayment(providers, scope.environmentId, named) }
}

const isAbandoned = ({ sentAt }: PaymentRecord, now: Date): boolean =>
  now.getTime() - sentAt.getTime() >= OPEN_MS
