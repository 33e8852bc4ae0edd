import type { SettlementOutcome } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { type Billing, resumeInvoicePayment } from '../../invoicing/index.ts'
import { setupPaymentMethod } from '../../payments/index.ts'
import { findPayment } from '../../payments/read.ts'
import { resumeTopUp } from '../../topups/index.ts'
import { completeSession } from './endSession.ts'
import type { SessionRecord } from './session.core.ts'

/** Opens the form of a pending session at the provider. A repeated call returns the same form. */
export async function openForm(
  billing: Billing,
  scope: Scope,
  { setupId, paymentId, customerId }: SessionRecord,
): Promise<SettlementOutcome> {
  const { db, providers } = billing
  if (paymentId !== null) {
    const outcome = await openPaymentForm(billing, scope, paymentId)
    await completeSession(db, scope, paymentId)
    return outcome
  }
  invariant(setupId !== null, 'a pending session has a payment or a setup')
  const form = { uiMode: 'embedded', setupId } as const
  return setupPaymentMethod({ db, providers }, scope, customerId, form)
}

async function openPaymentForm(
  billing: Billing,
  scope: Scope,
  paymentId: string,
): Promise<SettlementOutcome> {
  const { db, providers } = billing
  const payment = await withTransaction(
    db,
    (tx) => findPayment(tx, scope.environmentId, paymentId),
    'read',
  )
  invariant(payment, 'a payment is never deleted')
  if (payment.status === 'canceled') {
    throw new PurserError('invalid_state', 'The checkout session is over. Open a new one.')
  }
  return payment.purpose === 'topup'
    ? resumeTopUp(db, providers, scope, payment.attemptId)
    : resumeInvoicePayment(billing, scope, paymentId)
}
