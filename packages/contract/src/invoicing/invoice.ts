import { z } from 'zod'
import { collectionMethod } from '../customers/customer.ts'
import {
  customerReads,
  type EndpointGroup,
  merchantReads,
  merchantWrites,
  pageReads,
  pageWrites,
} from '../endpoint.ts'
import { branding } from '../organizations.ts'
import { payment } from '../payments/payment.ts'
import { billTotals, settlementOutcome } from '../payments/settlement.ts'
import { customerFilter, positiveMoney } from '../values/common.ts'
import {
  currency,
  customerId,
  httpUrl,
  id,
  moneyAmount,
  page,
  pageQuery,
  text,
  timestamp,
} from '../values/primitives.ts'

/** A paid invoice becomes partly or fully refunded through credit notes. */
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
    description: 'Minor units, with decimals if the price has them; null if tiers mix prices.',
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
    .meta({ description: 'Sequential in its environment without gaps; null for a draft.' }),
  customerId,
  subscriptionId: id.nullable(),
  status: invoiceStatus,
  collectionMethod,
  currency,
  ...billTotals,
  amountDue: moneyAmount.meta({ description: 'The full amount to pay, including `amountPaid`.' }),
  amountPaid: moneyAmount,
  issuedAt: timestamp.nullable(),
  dueAt: timestamp.nullable().meta({
    description: 'The issue date, or `netDays` later for a customer who pays by invoice.',
  }),
  paidAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable().meta({
    description:
      'The time of the next automatic charge; null if none is planned or a payment is in progress.',
  }),
  attemptCount: z.int().meta({ description: 'Automatic charges that failed.' }),
  periodStart: timestamp.nullable(),
  periodEnd: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Invoice = z.infer<typeof invoice>

/** A single invoice also includes its lines and payments. */
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
  amount: moneyAmount.meta({ description: 'Includes tax.' }),
  tax: moneyAmount.meta({ description: 'The tax included in the amount.' }),
  currency,
  reason: z.string().nullable(),
  refundIds: z.array(id).meta({ description: 'The refunds that pay it out, if any.' }),
  createdAt: timestamp,
})

export const payInvoiceBody = z
  .strictObject({
    paymentMethodId: id.optional().meta({ description: "Default: the customer's default method." }),
    amount: positiveMoney.optional().meta({
      description: 'Default and maximum: the open amount, `amountLeft`.',
    }),
    forceForm: z.boolean().default(false).meta({
      description: 'Show the payment form even when a method is on file.',
    }),
  })
  .prefault({})

export const createCreditNoteBody = z
  .strictObject({
    amount: positiveMoney.optional().meta({
      description:
        'Default: the open amount of an unpaid invoice, the refundable amount of a paid one.',
    }),
    reason: text(500).nullable().optional(),
    refund: z.boolean().default(true).meta({
      description: 'Refund the money to the payment methods that paid it.',
    }),
  })
  .prefault({})

/** A payment made outside Purser, such as a bank transfer. */
export const recordInvoicePaymentBody = z
  .strictObject({
    amount: positiveMoney.optional().meta({
      description: 'Default and maximum: the open amount, `amountLeft`.',
    }),
    reference: text(200).nullable().optional().meta({ description: 'Such as the bank reference.' }),
  })
  .prefault({})

const DAY_SECONDS = 86_400

/** A link to an invoice page, for the person who pays the invoice. */
export const linkInvoiceBody = z
  .strictObject({
    expiresInSeconds: z
      .int()
      .min(60)
      .max(30 * DAY_SECONDS)
      .default(30 * DAY_SECONDS),
    returnUrl: httpUrl.optional().meta({ description: 'The target of the link back on the page.' }),
  })
  .prefault({})

export const invoiceLink = z.object({
  url: z
    .string()
    .meta({ description: 'Anyone with this link can see the invoice and pay it by card.' }),
  expiresAt: timestamp,
})
export type InvoiceLink = z.infer<typeof invoiceLink>

/** The tax of an invoice, as it must appear on invoices. */
export const taxBreakdown = z.object({
  name: z.string(),
  percentage: z.number(),
  isInclusive: z.boolean().meta({ description: 'True if prices included the tax.' }),
  taxable: moneyAmount,
  tax: moneyAmount,
})

const party = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  address: z.array(z.string()),
  country: z.string().nullable(),
  taxId: z.string().nullable(),
})

/** Everything that a page needs to show an invoice to the customer. */
export const invoicePage = z.object({
  invoice: invoiceDetail,
  branding,
  seller: party.extend({ footer: z.string().nullable() }),
  buyer: party,
  taxes: z.array(taxBreakdown),
  creditNotes: z.array(creditNote),
  amountLeft: moneyAmount.meta({
    description:
      'The open amount: `amountDue` minus `amountPaid`; 0 if the invoice cannot be paid.',
  }),
  canPay: z.boolean().meta({ description: 'True if POST /v1/invoices/:id/pay would be accepted.' }),
  pdfPath: z.string(),
})

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
    callers: pageReads,
    params,
    response: invoiceDetail,
    errors: ['not_found'],
  },
  payInvoice: {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    summary: 'Pay an open invoice',
    callers: pageWrites,
    params,
    body: payInvoiceBody,
    response: settlementOutcome,
    errors: ['not_found', 'invalid_state', 'card_declined', 'authentication_required'],
  },
  recordInvoicePayment: {
    method: 'POST',
    path: '/v1/invoices/:id/record-payment',
    summary: 'Record that an open invoice was paid outside Purser, such as by bank transfer',
    callers: merchantWrites,
    params,
    body: recordInvoicePaymentBody,
    response: invoiceDetail,
    errors: ['not_found', 'invalid_state'],
  },
  getInvoicePage: {
    method: 'GET',
    path: '/v1/invoices/:id/page',
    summary: 'Read everything that a page needs to show an invoice and accept its payment',
    callers: pageReads,
    params,
    response: invoicePage,
    errors: ['not_found', 'invalid_state'],
  },
  getInvoicePdf: {
    method: 'GET',
    path: '/v1/invoices/:id/pdf',
    summary: 'Download an invoice as PDF',
    callers: pageReads,
    params,
    response: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }),
    produces: 'application/pdf',
    errors: ['not_found', 'invalid_state'],
  },
  linkInvoice: {
    method: 'POST',
    path: '/v1/invoices/:id/link',
    summary: 'Create a link to the page of an invoice, to send to the person who pays it',
    callers: merchantWrites,
    params,
    body: linkInvoiceBody,
    response: invoiceLink,
    errors: ['not_found', 'invalid_state'],
  },
  voidInvoice: {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    summary: 'Void an open invoice, so that nothing is owed',
    callers: merchantWrites,
    params,
    response: invoiceDetail,
    errors: ['not_found', 'invalid_state'],
  },
  markInvoiceUncollectible: {
    method: 'POST',
    path: '/v1/invoices/:id/mark-uncollectible',
    summary: 'Stop collecting an open invoice, which is still owed',
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
