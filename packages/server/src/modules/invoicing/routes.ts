import { invoiceEndpoints } from '@purser/contract'
import { pageOf, pageRequest } from '../../kernel/page.ts'
import type { Principal } from '../../platform/http/principal.ts'
import {
  defineRoutes,
  download,
  type Route,
  read,
  staged,
  write,
} from '../../platform/http/routes.ts'
import { createCreditNote } from './createCreditNote.ts'
import { getInvoice } from './getInvoice.ts'
import { giveUpInvoice } from './giveUpInvoice.ts'
import { payInvoice } from './payInvoice.ts'
import { listCreditNotes, renderCreditNote } from './read/creditNotes.ts'
import { listInvoices, renderInvoice } from './read/invoices.ts'
import { readInvoicePaper } from './readInvoicePaper.ts'
import { recordInvoicePayment } from './recordInvoicePayment.ts'
import { renderInvoiceDetail } from './renderInvoiceDetail.ts'
import { renderInvoicePdf } from './renderInvoicePdf.ts'
import { resumeInvoicePayment } from './resumeInvoicePayment.ts'
import { sendCreditNoteRefunds } from './sendCreditNoteRefunds.ts'
import type { Billing } from './settleInvoicePayment.ts'
import { findPaymentOfChange, voidWithPayment } from './voidWithPayment.ts'

/** A portal token sees its own customer's invoices alone; null: the merchant sees any. */
const ownerOf = (principal: Principal): string | null =>
  principal.kind === 'portal' ? principal.customerId : null

export const invoicingRoutes = (billing: Billing): Route[] =>
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
      const invoice = await getInvoice(tx, scope, { ...params, customerId: ownerOf(principal) })
      return renderInvoiceDetail(tx, scope.environmentId, invoice)
    }),
    payInvoice: staged(
      (tx, { scope, principal, params, body }) =>
        payInvoice(tx, billing.providers, scope, {
          ...body,
          invoiceId: params.id,
          customerId: ownerOf(principal),
        }),
      ({ scope }, paymentId) => resumeInvoicePayment(billing, scope, paymentId),
    ),
    recordInvoicePayment: write(async (tx, { scope, params, body }) => {
      const payment = { invoiceId: params.id, ...body }
      const invoice = await recordInvoicePayment(tx, billing.follower, scope, payment)
      return renderInvoiceDetail(tx, scope.environmentId, invoice)
    }),
    getInvoicePage: read(async (tx, { scope, principal, params }) => {
      const paper = await readInvoicePaper(tx, scope, {
        ...params,
        customerId: ownerOf(principal),
      })
      return paper.page
    }),
    getInvoicePdf: download(
      (tx, { scope, principal, params }) =>
        readInvoicePaper(tx, scope, { ...params, customerId: ownerOf(principal) }),
      renderInvoicePdf,
    ),
    voidInvoice: staged(
      async (tx, { scope, params }) => {
        const paymentId = await findPaymentOfChange(tx, scope, params.id)
        if (paymentId !== null) return { ticket: paymentId }
        const invoice = await giveUpInvoice(tx, billing.follower, scope, params.id, 'void')
        return { answer: await renderInvoiceDetail(tx, scope.environmentId, invoice) }
      },
      ({ scope }, paymentId) => voidWithPayment(billing, scope, paymentId),
    ),
    markInvoiceUncollectible: write(async (tx, { scope, params }) => {
      const invoice = await giveUpInvoice(tx, billing.follower, scope, params.id, 'uncollectible')
      return renderInvoiceDetail(tx, scope.environmentId, invoice)
    }),
    createCreditNote: staged(
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
