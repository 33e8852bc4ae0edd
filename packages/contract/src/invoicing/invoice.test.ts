import { expect, test } from 'vitest'
import { describeRequest, describeResource, EXAMPLE_TIME } from '../testing/describeResource.ts'
import {
  createCreditNoteBody,
  invoice,
  invoiceDetail,
  invoiceLineItem,
  invoiceLink,
  linkInvoiceBody,
  payInvoiceBody,
} from './invoice.ts'

const line = {
  id: 'line_1',
  type: 'usage',
  description: 'Tokens',
  planId: 'plan_1',
  chargeId: 'chg_1',
  metricId: 'met_1',
  quantity: 1234.5,
  unitAmount: 0.0015,
  subtotal: 2,
  discount: 0,
  tax: 0,
  total: 2,
  periodStart: EXAMPLE_TIME,
  periodEnd: EXAMPLE_TIME,
}
const payment = {
  id: 'pay_1',
  customerId: 'acme',
  attemptId: 'att_1',
  invoiceId: 'inv_1',
  paymentMethodId: 'pm_1',
  paymentProviderId: 'sandbox',
  providerPaymentId: 'ch_1',
  status: 'succeeded',
  amount: 2,
  amountRefunded: 0,
  currency: 'usd',
  errorCode: null,
  errorMessage: null,
  createdAt: EXAMPLE_TIME,
  completedAt: EXAMPLE_TIME,
}
const listed = {
  id: 'inv_1',
  number: 'INV-000001',
  customerId: 'acme',
  subscriptionId: 'sub_1',
  status: 'paid',
  collectionMethod: 'charge_automatically',
  currency: 'usd',
  subtotal: 2,
  discount: 0,
  creditsApplied: 0,
  tax: 0,
  total: 2,
  amountDue: 2,
  amountPaid: 2,
  issuedAt: EXAMPLE_TIME,
  dueAt: EXAMPLE_TIME,
  paidAt: EXAMPLE_TIME,
  nextAttemptAt: null,
  attemptCount: 1,
  periodStart: EXAMPLE_TIME,
  periodEnd: EXAMPLE_TIME,
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
}
const fields = {
  required:
    'id customerId status collectionMethod currency subtotal discount creditsApplied tax total amountDue amountPaid attemptCount',
  nullable: 'number subscriptionId issuedAt dueAt paidAt nextAttemptAt periodStart periodEnd',
}

describeResource('invoice', invoice, listed, fields)

describeResource(
  'invoice, single fetch',
  invoiceDetail,
  { ...listed, lineItems: [line], payments: [payment] },
  { ...fields, required: `${fields.required} lineItems payments` },
)

describeResource('invoice line', invoiceLineItem, line, {
  required: 'id type description quantity subtotal discount tax total',
  nullable: 'planId chargeId metricId unitAmount periodStart periodEnd',
})

test('an invoice is paid with the default method if there is no body', () => {
  expect(payInvoiceBody.parse(undefined)).toEqual({ forceForm: false })
})

describeRequest(
  'credit note',
  createCreditNoteBody,
  [undefined, { amount: 100, reason: 'Goodwill', refund: false }],
  [{ amount: 0 }, { amount: 1.5 }],
)

describeRequest(
  'link to an invoice',
  linkInvoiceBody,
  [
    {},
    undefined,
    { expiresInSeconds: 60 },
    { expiresInSeconds: 2_592_000, returnUrl: 'https://acme.example/billing' },
  ],
  [
    { expiresInSeconds: 59 },
    { expiresInSeconds: 2_592_001 },
    { expiresInSeconds: 90.5 },
    { returnUrl: 'javascript:alert(1)' },
    { customerId: 'acme' },
  ],
)

describeResource(
  'invoice link',
  invoiceLink,
  { url: 'https://billing.example/invoice/inv_1#token=ey', expiresAt: EXAMPLE_TIME },
  { required: 'url expiresAt' },
)
