import type { InvoiceDetail } from '@purser/contract'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { listPaymentsOfInvoice, renderPayment } from '../../payments/read.ts'
import { findInvoice, type InvoiceRecord, renderInvoice } from './invoice.sql.ts'
import { listInvoiceLines, renderLine } from './invoiceLines.sql.ts'

/**
 * Returns an invoice that the caller may see. `customerId` is null for the merchant, who may see
 * every invoice.
 */
export async function getInvoice(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  { id, customerId }: { id: string; customerId: string | null },
): Promise<InvoiceRecord> {
  const invoice = await findInvoice(tx, environmentId, id)
  if (!invoice || (customerId !== null && invoice.customerId !== customerId)) {
    throw notFound('invoice', id)
  }
  return invoice
}

/** Rejects drafts, because they may still change. */
export function refuseDraft({ status }: Pick<InvoiceRecord, 'status'>): void {
  if (status !== 'draft') return
  throw new PurserError(
    'invalid_state',
    'The invoice is a draft. It can be shown when it is finalized.',
  )
}

/** Renders an invoice with its lines and payments. */
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
