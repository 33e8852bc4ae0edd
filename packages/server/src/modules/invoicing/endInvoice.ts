import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listPaymentsOfInvoice } from '../payments/read.ts'
import { canBecome } from './core/invoiceState.ts'
import type { InvoiceRecord } from './read/invoices.ts'
import { writeInvoiceState } from './store/invoices.ts'

/** Ends the collection of an invoice that is not paid. The caller holds the customer's lock. */
export async function endInvoice(
  tx: Tx,
  { environmentId }: Scope,
  invoice: InvoiceRecord,
  status: 'void' | 'uncollectible',
  at: Date,
): Promise<InvoiceRecord> {
  if (!canBecome(invoice.status, status)) throw refused(status, `it is ${invoice.status}`)
  if (status === 'void' && invoice.amountPaid > 0) {
    throw refused(status, 'a part of it is paid; credit what is left with a credit note')
  }
  if (await hasOpenPayment(tx, environmentId, invoice)) {
    throw refused(status, 'a payment of it is under way; wait for its outcome')
  }
  const ended = { ...invoice, status, endedAt: at, nextAttemptAt: null, updatedAt: at }
  await writeInvoiceState(tx, environmentId, ended)
  return ended
}

const refused = (status: 'void' | 'uncollectible', why: string): PurserError =>
  new PurserError('invalid_state', `The invoice cannot become ${status}: ${why}.`)

async function hasOpenPayment(
  tx: Tx,
  environmentId: string,
  { id, customerId }: InvoiceRecord,
): Promise<boolean> {
  const payments = await listPaymentsOfInvoice(tx, environmentId, customerId, id)
  return payments.some(({ status }) => status === 'pending' || status === 'requires_action')
}
