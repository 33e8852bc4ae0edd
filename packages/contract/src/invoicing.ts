import { z } from 'zod'
import { customerFilter, positiveMoney } from './common.ts'
import { collectionMethod } from './customers.ts'
import {
  customerReads,
  customerWrites,
  type EndpointGroup,
  merchantReads,
  merchantWrites,
} from './endpoint.ts'
import { payment } from './payments/payment.ts'
import {
  currency,
  customerId,
  id,
  moneyAmount,
  page,
  pageQuery,
  text,
  timestamp,
} from './primitives.ts'
import { billTotals, settlementOutcome } from './settlement.ts'

/** A paid invoice becomes refunded, in part or whole, through credit notes. */
export const invoiceStatus = z.enum([
  'draft',
  'open',
  'paid',
  'partially_refunded',
  'refunded',
  'void',
  'uncollectible',
])

export const invoiceLineType = z.enum([
  'recurring',
  'usage',
  'one_off',
  'minimum',
  'proration',
  'topup',
  'credit_package',
  'overage',
])

export const invoiceLineItem = z.object({
  id,
  type: invoiceLineType,
  description: z.string(),
  planId: id.nullable(),
  chargeId: id.nullable(),
  metricId: id.nullable(),
  quantity: z.number(),
  unitAmount: z.number().nullable().meta({
    description: 'Minor units, with decimals where the price has them; null when tiers mix prices.',
  }),
  subtotal: moneyAmount.meta({ description: 'Rounded once, half to even.' }),
  discount: moneyAmount,
  tax: moneyAmount,
  total: moneyAmount,
  periodStart: timestamp.nullable(),
  periodEnd: timestamp.nullable(),
})

export const invoice = z.object({
  id,
  number: z
    .string()
    .nullable()
    .meta({ description: 'Gapless in its environment; null while a draft.' }),
  customerId,
  subscriptionId: id.nullable(),
  status: invoiceStatus,
  collectionMethod,
  currency,
  ...billTotals,
  amountDue: moneyAmount.meta({ description: 'To pay in all; `amountPaid` is a part of it.' }),
  amountPaid: moneyAmount,
  issuedAt: timestamp.nullable(),
  dueAt: timestamp.nullable(),
  paidAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable(),
  attemptCount: z.int(),
  periodStart: timestamp.nullable(),
  periodEnd: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Invoice = z.infer<typeof invoice>

/** A single fetch also shows what is billed and how it was paid. */
export const invoiceDetail = invoice.extend({
  lineItems: z.array(invoiceLineItem),
  payments: z.array(payment),
})
export type InvoiceDetail = z.infer<typeof invoiceDetail>

export const creditNote = z.object({
  id,
  number: z.string(),
  invoiceId: id,
  customerId,
  amount: moneyAmount,
  currency,
  reason: z.string().nullable(),
  refundId: id.nullable().meta({ description: 'The refund that paid it out, if one did.' }),
  createdAt: timestamp,
})

export const payInvoiceBody = z
  .strictObject({
    paymentMethodId: id.optional().meta({ description: "Default: the customer's default." }),
    forceForm: z.boolean().default(false).meta({
      description: 'Show the payment form even when a method is on file.',
    }),
  })
  .prefault({})

export const createCreditNoteBody = z
  .strictObject({
    amount: positiveMoney.optional().meta({ description: 'Default: all that is left of it.' }),
    reason: text(500).nullable().optional(),
    refund: z.boolean().default(true).meta({
      description: 'Give back what was paid, by the way it was paid.',
    }),
  })
  .prefault({})

const params = z.object({ id })

export const invoiceEndpoints = {
  listInvoices: {
    method: 'GET',
    path: '/v1/invoices',
    summary: 'List invoices, newest first',
    callers: customerReads,
    query: z.strictObject({
      customerId: customerFilter,
      status: invoiceStatus.optional(),
      subscriptionId: id.optional(),
      ...pageQuery,
    }),
    response: page(invoice),
  },
  getInvoice: {
    method: 'GET',
    path: '/v1/invoices/:id',
    summary: 'Read an invoice with its line items and payments',
    callers: customerReads,
    params,
    response: invoiceDetail,
    errors: ['not_found'],
  },
  payInvoice: {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    summary: 'Pay an open invoice',
    callers: customerWrites,
    params,
    body: payInvoiceBody,
    response: settlementOutcome,
    errors: ['not_found', 'invalid_state', 'card_declined', 'authentication_required'],
  },
  getInvoicePdf: {
    method: 'GET',
    path: '/v1/invoices/:id/pdf',
    summary: 'Download an invoice',
    callers: customerReads,
    params,
    response: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }),
    produces: 'application/pdf',
    errors: ['not_found', 'invalid_state'],
  },
  voidInvoice: {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    summary: 'Void an open invoice: it was never owed',
    callers: merchantWrites,
    params,
    response: invoiceDetail,
    errors: ['not_found', 'invalid_state'],
  },
  markInvoiceUncollectible: {
    method: 'POST',
    path: '/v1/invoices/:id/mark-uncollectible',
    summary: 'Give up collecting an open invoice: it stays owed',
    callers: merchantWrites,
    params,
    response: invoiceDetail,
    errors: ['not_found', 'invalid_state'],
  },
  createCreditNote: {
    method: 'POST',
    path: '/v1/invoices/:id/credit-notes',
    summary: 'Credit an invoice or a part of it',
    callers: merchantWrites,
    params,
    body: createCreditNoteBody,
    response: creditNote,
    errors: ['not_found', 'invalid_state'],
  },
  listCreditNotes: {
    method: 'GET',
    path: '/v1/invoices/:id/credit-notes',
    summary: 'List the credit notes of an invoice, newest first',
    callers: merchantReads,
    params,
    query: z.strictObject(pageQuery),
    response: page(creditNote),
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
