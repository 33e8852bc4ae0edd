import type { SettlementOutcome } from '@purser/contract'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { type Billing, resumeInvoicePayment } from '../invoicing/index.ts'
import { setupPaymentMethod } from '../payments/index.ts'
import { readSetupTicket } from './core/ticket.ts'
import { findSubscription } from './read/records.ts'

/** The second half of a creation: charges the card, or opens the form that asks for one. */
export async function completeCreation(
  billing: Billing,
  scope: Scope,
  ticket: string,
  form: { uiMode: 'embedded' | 'hosted'; successUrl?: string; cancelUrl?: string } = {
    uiMode: 'embedded',
  },
): Promise<SettlementOutcome> {
  const setup = readSetupTicket(ticket)
  if (setup === null) return resumeInvoicePayment(billing, scope, ticket)
  const { setupId, subscriptionId } = setup
  const subscription = await withTransaction(
    billing.db,
    (tx) => findSubscription(tx, scope.environmentId, subscriptionId),
    'read',
  )
  invariant(subscription, 'a ticket names a subscription')
  const outcome = await setupPaymentMethod(billing, scope, subscription.customerId, {
    ...form,
    setupId,
  })
  return { ...outcome, subscriptionId }
}
