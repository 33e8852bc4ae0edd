import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import {
  askPayment,
  cancelPayment,
  hasEnded,
  isDueToBeAsked,
  type PaymentProviders,
} from '../payments/index.ts'
import { findPayment, type PaymentRecord } from '../payments/read.ts'
import { settleTopUp } from './settleTopUp.ts'

/** How long a form or a challenge stays open for the customer. */
const OPEN_MS = 24 * 60 * 60 * 1000

/** Learns what became of the payment of a top-up that has not ended, and ends what was abandoned. */
export async function settleHangingTopUp(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  paymentId: string,
): Promise<void> {
  const payment = await withTransaction(
    db,
    (tx) => findPayment(tx, scope.environmentId, paymentId),
    'read',
  )
  if (!payment || hasEnded(payment.status) || !isDueToBeAsked(payment, scope.now)) return
  const outcome = await askPayment(db, providers, scope, payment)
  const told =
    outcome.kind === 'requires_action' && isAbandoned(payment, scope.now)
      ? await cancelPayment(providers, scope.environmentId, { ...payment, ...outcome })
      : outcome
  await settleTopUp(db, providers, scope, payment, told)
}

const isAbandoned = ({ sentAt }: PaymentRecord, now: Date): boolean =>
  now.getTime() - sentAt.getTime() >= OPEN_MS
