import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { draftInvoice, type InvoiceRequest } from './draftInvoice.ts'
import { finalizeInvoice } from './finalizeInvoice.ts'
import type { InvoiceRecord } from './read/invoices.ts'
import type { TaxCalculator } from './taxFromRates.ts'

/**
 * Drafts an invoice, applies prepaid money and finalises it with the next number, in the caller's
 * transaction, which holds the customer's lock. One of which nothing is left to pay is paid at
 * once. Null when there is nothing to bill.
 */
export async function issueInvoice(
  tx: Tx,
  tax: TaxCalculator,
  scope: Scope,
  request: InvoiceRequest,
): Promise<InvoiceRecord | null> {
  const draft = await draftInvoice(tx, tax, scope, request)
  return draft && finalizeInvoice(tx, scope, draft)
}
