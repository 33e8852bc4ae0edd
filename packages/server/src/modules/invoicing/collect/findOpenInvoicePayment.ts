import { PurserError } from '../../../kernel/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { hasEnded } from '../../payments/core.ts'
import { listPaymentsOfInvoice, type PaymentRecord } from '../../payments/read.ts'
import { isPayable } from '../invoice/invoice.core.ts'
import type { InvoiceRecord } from '../invoice/invoice.sql.ts'

/** Rejects invoices that cannot be paid or have an open payment. */
export async function refuseUnlessPayable(
  tx: Tx,
  environmentId: string,
  invoice: InvoiceRecord,
): Promise<void> {
  if (!isPayable(invoice)) {
    throw new PurserError(
      'invalid_state',
      `The invoice is ${invoice.status}: only an open or uncollectible invoice can be paid.`,
    )
  }
  const open = await findOpenInvoicePayment(tx, environmentId, invoice)
  if (open) throw paymentIsOpen(open.id)
}

/** Finds the payment that is in progress for an invoice. */
export async function findOpenInvoicePayment(
  tx: Tx,
  environmentId: string,
  { id, customerId }: Pick<InvoiceRecord, 'id' | 'customerId'>,
): Promise<PaymentRecord | null> {
  const payments = await listPaymentsOfInvoice(tx, environmentId, customerId, id)
  return payments.find(({ status }) => !hasEnded(status)) ?? null
}

const paymentIsOpen = (paymentId: string): PurserError =>
  new PurserError(
    'invalid_state',
    `A payment of this invoice is in progress: wait until it has finished (GET /v1/payments/${paymentId}).`,
    { details: { paymentId } },
  )
