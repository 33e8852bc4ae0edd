import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../platform/db/database.ts'
import { askHangingPayment, type PaymentProviders } from '../payments/index.ts'
import { settleTopUp } from './settleTopUp.ts'

/** Learns what became of the payment of a top-up that has not ended, and ends what was abandoned. */
export async function settleHangingTopUp(
  db: Database,
  providers: PaymentProviders,
  scope: Scope,
  paymentId: string,
): Promise<void> {
  const asked = await askHangingPayment(db, providers, scope, paymentId)
  if (asked) await settleTopUp(db, providers, scope, asked.payment, asked.outcome)
}
