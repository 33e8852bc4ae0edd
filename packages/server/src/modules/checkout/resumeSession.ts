import type { checkoutEndpoints, ResponseOf, SettlementOutcome } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { type Billing, resumeInvoicePayment } from '../invoicing/index.ts'
import { setupPaymentMethod } from '../payments/index.ts'
import { findPayment } from '../payments/read.ts'
import { resumeTopUp } from '../topups/index.ts'
import { completeSession } from './completeSession.ts'
import type { SessionRecord } from './core/session.ts'
import { type Checkout, pageOf } from './createSession.ts'
import { findSession } from './read.ts'

/**
 * Opens the form of a session at the provider, and answers with the way to it. Asked for again, it
 * is the same form; where there is nothing left to fill in, the way leads on.
 */
export async function resumeSession(
  checkout: Checkout,
  scope: Scope,
  id: string,
): Promise<ResponseOf<typeof checkoutEndpoints.createCheckoutSession>> {
  const { environmentId } = scope
  const found = await withTransaction(
    checkout.db,
    (tx) => findSession(tx, environmentId, id),
    'read',
  )
  invariant(found, 'a session is never deleted')
  const { session } = found
  const expiresAt = session.expiresAt.toISOString()
  const page = pageOf(checkout, id)
  const outcome = session.status === 'pending' ? await openForm(checkout, scope, session) : null
  if (outcome?.kind !== 'requires_form') {
    return { id, url: session.successUrl ?? page, expiresAt }
  }
  const { client } = outcome
  return session.uiMode === 'hosted'
    ? { id, url: client.url ?? page, expiresAt }
    : { id, url: client.url ?? page, client, expiresAt }
}

async function openForm(
  checkout: Checkout,
  scope: Scope,
  session: SessionRecord,
): Promise<SettlementOutcome> {
  const { db, providers } = checkout
  const { setupId, paymentId, customerId, uiMode, cancelUrl } = session
  if (paymentId !== null) {
    const outcome = await openPayment(checkout, scope, paymentId)
    await completeSession(db, scope, paymentId)
    return outcome
  }
  invariant(setupId !== null, 'a session that is pending waits for something')
  return setupPaymentMethod({ db, providers }, scope, customerId, {
    uiMode,
    successUrl: session.successUrl ?? pageOf(checkout, session.id),
    cancelUrl: cancelUrl ?? undefined,
    setupId,
  })
}

async function openPayment(
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
