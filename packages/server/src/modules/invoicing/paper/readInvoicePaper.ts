import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { getEnvironment } from '../../organizations/read.ts'
import { canPayInvoice } from '../collect/payInvoice.ts'
import { listCreditNotes, renderCreditNote } from '../creditNotes/creditNotes.sql.ts'
import { getInvoice, refuseDraft, renderInvoiceDetail } from '../invoice/getInvoice.ts'
import { isPayable } from '../invoice/invoice.core.ts'
import { readParties } from '../invoice/invoice.sql.ts'
import { type InvoicePaper, renderBuyer, renderSeller, taxBreakdown } from './invoicePaper.core.ts'

const MAX_CREDIT_NOTES = 1_000

/**
 * Reads everything that the page or the PDF of an invoice shows. `customerId` is null for the
 * merchant.
 */
export async function readInvoicePaper(
  tx: Tx,
  scope: Scope,
  { forceForm = false, ...request }: { id: string; customerId: string | null; forceForm?: boolean },
): Promise<InvoicePaper> {
  const { environmentId } = scope
  const invoice = await getInvoice(tx, scope, request)
  refuseDraft(invoice)
  const detail = await renderInvoiceDetail(tx, environmentId, invoice)
  const { seller, buyer } = await readParties(tx, environmentId, invoice.id)
  const { name, logo, website, branding } = await getEnvironment(tx, environmentId)
  const newest = { limit: MAX_CREDIT_NOTES, after: null }
  const creditNotes = await listCreditNotes(tx, environmentId, invoice.id, newest)
  const amountLeft = isPayable(invoice) ? invoice.amountDue - invoice.amountPaid : 0
  return {
    page: {
      invoice: detail,
      branding: { name, logo, website, branding },
      seller: renderSeller(seller),
      buyer: renderBuyer(buyer),
      taxes: taxBreakdown(invoice.taxTerms, detail.lineItems),
      creditNotes: creditNotes.map(renderCreditNote).reverse(),
      amountLeft,
      canPay: await canPayInvoice(tx, scope, invoice, forceForm),
      pdfPath: `/v1/invoices/${invoice.id}/pdf`,
    },
    discountName: invoice.discountName,
    endedAt: invoice.endedAt?.toISOString() ?? null,
    timezone: buyer.timezone,
    isTaxExempt: buyer.taxExempt,
  }
}
