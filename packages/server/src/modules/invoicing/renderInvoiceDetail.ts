import type { InvoiceDetail } from '@purser/contract'
import type { Tx } from '../../platform/db/database.ts'
import { listPaymentsOfInvoice, renderPayment } from '../payments/read.ts'
import { listInvoiceLines, renderLine } from './read/invoiceLines.ts'
import { type InvoiceRecord, renderInvoice } from './read/invoices.ts'

/** An invoice as a single fetch shows it: with what is billed and how it was paid. */
export async function renderInvoiceDetail(
  tx: Tx,
  environmentId: string,
  invoice: InvoiceRecord,
): Promise<InvoiceDetail> {
  const { id, customerId } = invoice
  const lines = await listInvoiceLines(tx, environmentId, id)
  const payments = await listPaymentsOfInvoice(tx, environmentId, customerId, id)
  return {
    ...renderInvoice(invoice),
    lineItems: lines.map(renderLine),
    payments: payments.map(renderPayment),
  }
}
