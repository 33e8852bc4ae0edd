import { invoiceEndpoints, taxRateEndpoints } from '@purser/contract'
import { pageOf, pageRequest } from '../../kernel/page.ts'
import { holdToOwnPage, ownerOf, type Principal } from '../../platform/http/principal.ts'
import {
  defineRoutes,
  download,
  type Route,
  read,
  stagedWrite,
  write,
} from '../../platform/http/routes.ts'
import type { LinkSettings } from '../organizations/index.ts'
import { payInvoice } from './collect/payInvoice.ts'
import { recordInvoicePayment } from './collect/recordInvoicePayment.ts'
import { resumeInvoicePayment } from './collect/resumeInvoicePayment.ts'
import { createCreditNote, sendCreditNoteRefunds } from './creditNotes/createCreditNote.ts'
import { listCreditNotes, renderCreditNote } from './creditNotes/creditNotes.sql.ts'
import { getInvoice, renderInvoiceDetail } from './invoice/getInvoice.ts'
import { listInvoices, renderInvoice } from './invoice/invoice.sql.ts'
import { cancelPaymentAndVoid, endInvoice, findOpenChangePayment } from './invoice/voidInvoice.ts'
import { linkInvoice } from './paper/linkInvoice.ts'
import { readInvoicePaper } from './paper/readInvoicePaper.ts'
import { renderInvoicePdf } from './paper/renderInvoicePdf.ts'
import type { Billing } from './ports.ts'
import { listTaxRates } from './tax/taxRate.sql.ts'
import { archiveTaxRate, createTaxRate, getTaxRate, updateTaxRate } from './tax/taxRate.ts'

/** Limits the request to the customer's invoices. Null means that there is no limit. */
function readerOf(principal: Principal, id: string): { id: string; customerId: string | null } {
  holdToOwnPage(principal, { kind: 'invoice', id })
  return { id, customerId: ownerOf(principal) }
}

/**
 * A link may be forwarded. Its holder therefore pays in a form, never with the customer's saved
 * card.
 */
const mustUseForm = (principal: Principal): boolean => principal.kind === 'page'

export const invoicingRoutes = (billing: Billing, links: LinkSettings): Route[] =>
  defineRoutes('invoicing', invoiceEndpoints, {
    listInvoices: read(async (tx, { scope, principal, query }) => {
      const { status, subscriptionId } = query
      const customerId = ownerOf(principal) ?? query.customerId
      const page = pageRequest(query)
      const filter = { customerId, status, subscriptionId }
      const invoices = await listInvoices(tx, scope.environmentId, filter, page)
      return pageOf(invoices, page.limit, renderInvoice)
    }),
    getInvoice: read(async (tx, { scope, principal, params }) => {
      const invoice = await getInvoice(tx, scope, readerOf(principal, params.id))
      return renderInvoiceDetail(tx, scope.environmentId, invoice)
    }),
    payInvoice: stagedWrite(
      async (tx, { scope, principal, params, body }) => {
        const { id: invoiceId, customerId } = readerOf(principal, params.id)
        const forceForm = body.forceForm || mustUseForm(principal)
        const input = { ...body, invoiceId, customerId, forceForm }
        return payInvoice(tx, billing.providers, scope, input)
      },
      ({ scope }, paymentId) => resumeInvoicePayment(billing, scope, paymentId),
    ),
    recordInvoicePayment: write(async (tx, { scope, params, body }) => {
      const payment = { invoiceId: params.id, ...body }
      const invoice = await recordInvoicePayment(tx, billing.follower, scope, payment)
      return renderInvoiceDetail(tx, scope.environmentId, invoice)
    }),
    getInvoicePage: read(async (tx, { scope, principal, params }) => {
      const forceForm = mustUseForm(principal)
      const reader = { ...readerOf(principal, params.id), forceForm }
      return (await readInvoicePaper(tx, scope, reader)).page
    }),
    getInvoicePdf: download(
      async (tx, { scope, principal, params }) =>
        readInvoicePaper(tx, scope, readerOf(principal, params.id)),
      renderInvoicePdf,
    ),
    linkInvoice: write((tx, { scope, params, body }) =>
      linkInvoice(tx, links, scope, { ...body, invoiceId: params.id }),
    ),
    voidInvoice: stagedWrite(
      async (tx, { scope, params }) => {
        const paymentId = await findOpenChangePayment(tx, scope, params.id)
        if (paymentId !== null) return { ticket: paymentId }
        const invoice = await endInvoice(tx, billing.follower, scope, params.id, 'void')
        return { answer: await renderInvoiceDetail(tx, scope.environmentId, invoice) }
      },
      ({ scope }, paymentId) => cancelPaymentAndVoid(billing, scope, paymentId),
    ),
    markInvoiceUncollectible: write(async (tx, { scope, params }) => {
      const invoice = await endInvoice(tx, billing.follower, scope, params.id, 'uncollectible')
      return renderInvoiceDetail(tx, scope.environmentId, invoice)
    }),
    createCreditNote: stagedWrite(
      async (tx, { scope, params, body }) => {
        const note = { invoiceId: params.id, ...body }
        return { ticket: await createCreditNote(tx, billing.follower, scope, note) }
      },
      async ({ scope }, creditNoteId) =>
        renderCreditNote(await sendCreditNoteRefunds(billing, scope, creditNoteId)),
    ),
    listCreditNotes: read(async (tx, { scope, params, query }) => {
      const { id } = await getInvoice(tx, scope, { ...params, customerId: null })
      const page = pageRequest(query)
      const notes = await listCreditNotes(tx, scope.environmentId, id, page)
      return pageOf(notes, page.limit, renderCreditNote)
    }),
  })

export const taxRateRoutes = defineRoutes('invoicing', taxRateEndpoints, {
  createTaxRate: write((tx, { scope, body }) => createTaxRate(tx, scope, body)),
  listTaxRates: read((tx, { scope, query }) =>
    listTaxRates(tx, scope.environmentId, query, pageRequest(query)),
  ),
  getTaxRate: read((tx, { scope, params }) => getTaxRate(tx, scope, params.id)),
  updateTaxRate: write((tx, { scope, params, body }) => updateTaxRate(tx, scope, params.id, body)),
  archiveTaxRate: write((tx, { scope, params }) => archiveTaxRate(tx, scope, params.id)),
})
