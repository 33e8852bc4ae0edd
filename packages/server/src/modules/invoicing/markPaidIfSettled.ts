import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tellMerchant } from '../../platform/db/outbox.ts'
import { type InvoiceRecord, renderInvoice } from './read/invoices.ts'
import { writeInvoiceState } from './store/invoices.ts'

/**
 * Who acts on what becomes of an invoice, in the transaction that says so. Subscriptions do;
 * app.ts brings the two together, because invoicing stands above them.
 */
export interface InvoiceFollower {
  /**
   * Money has come, and is not booked yet: ends what the invoice is for if that can come to be no
   * more, so that the invoice is void and the money goes back.
   */
  dropStale(tx: Tx, scope: Scope, invoice: InvoiceRecord, at: Date): Promise<void>
  /** Nothing is left to pay. */
  paid(tx: Tx, scope: Scope, invoice: InvoiceRecord, at: Date): Promise<void>
  /**
   * A charge has failed, or there was nothing to charge; it will be tried again if nextAttemptAt is
   * set. `isUnattended` says whether it was tried by itself, or by somebody who was told.
   */
  attemptFailed(
    tx: Tx,
    scope: Scope,
    invoice: InvoiceRecord,
    at: Date,
    isUnattended: boolean,
  ): Promise<void>
  /** It will not be collected: void, or given up after the last retry. */
  givenUp(
    tx: Tx,
    scope: Scope,
    invoice: InvoiceRecord,
    why: 'void' | 'uncollectible' | 'dunning_over',
    at: Date,
  ): Promise<void>
}

/**
 * Writes down how far an invoice is paid; one of which nothing is left to pay is paid, and what
 * waited for that goes on. The caller holds the customer's lock.
 */
export async function markPaidIfSettled(
  tx: Tx,
  follower: InvoiceFollower,
  scope: Scope,
  invoice: InvoiceRecord,
  at: Date,
): Promise<InvoiceRecord> {
  const isPaid = invoice.amountPaid === invoice.amountDue
  const settled: InvoiceRecord = isPaid
    ? { ...invoice, status: 'paid', paidAt: at, endedAt: null, nextAttemptAt: null, updatedAt: at }
    : { ...invoice, updatedAt: at }
  await writeInvoiceState(tx, scope.environmentId, settled)
  if (!isPaid) return settled
  const { customerId } = invoice
  await tellMerchant(tx, scope, { type: 'invoice.paid', customerId, data: renderInvoice(settled) })
  await follower.paid(tx, scope, settled, at)
  return settled
}
