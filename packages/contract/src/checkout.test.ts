import { expect, test } from 'vitest'
import {
  checkoutForm,
  checkoutLineItem,
  checkoutPage,
  checkoutPreview,
  checkoutPreviewBody,
  checkoutSession,
  checkoutSessionStatus,
  checkoutWarning,
  createCheckoutSessionBody,
  dueToday,
} from './checkout.ts'
import { creditImpact } from './payments/settlement.ts'
import { describeRequest, describeResource, EXAMPLE_TIME } from './testing/describeResource.ts'

const impact = {
  creditCurrencyId: 'cur_1',
  currencyName: 'AI credits',
  denomination: 'unit',
  minorUnitScale: 0,
  currentBalance: 10,
  delta: 1000,
  afterBalance: 1010,
}
const line = {
  description: '1,000 credits',
  unitAmount: 900,
  quantity: 1,
  subtotal: 900,
  muted: true,
}

describeResource(
  'checkout preview',
  checkoutPreview,
  {
    purpose: 'credit_package',
    mode: 'payment',
    currency: 'usd',
    dueToday: { kind: 'charge_now', cents: 900, currency: 'usd' },
    lineItems: [line],
    subtotal: 900,
    discount: 0,
    creditsApplied: 0,
    tax: 0,
    total: 900,
    schedule: { date: EXAMPLE_TIME, amountCents: 900 },
    creditImpact: impact,
    warnings: [{ code: 'customer_has_no_payment_method' }],
    details: { creditTopup: { creditCurrencyId: 'cur_1', credits: 1000 } },
  },
  {
    required:
      'dueToday lineItems subtotal discount creditsApplied tax total warnings purpose mode details',
    optional: 'schedule creditImpact',
  },
)

describeResource('checkout line item', checkoutLineItem, line, {
  required: 'description unitAmount quantity subtotal',
  optional: 'muted',
})

describeResource('credit impact', creditImpact, impact, {
  required: 'currencyName denomination minorUnitScale currentBalance delta afterBalance',
})

describeResource(
  'checkout warning',
  checkoutWarning,
  { code: 'trial_requires_payment_method', params: {} },
  { required: 'code', optional: 'params' },
)

describeResource(
  'due today: charge now',
  dueToday,
  { kind: 'charge_now', cents: 900, currency: 'usd' },
  { required: 'kind cents currency' },
)
describeResource(
  'due today: invoice later',
  dueToday,
  { kind: 'invoice_later', cents: 900, netDays: 30, estimatedDate: EXAMPLE_TIME },
  { required: 'kind cents netDays estimatedDate' },
)
describeResource('due today: no charge', dueToday, { kind: 'no_charge' }, { required: 'kind' })

describeResource(
  'checkout session',
  checkoutSession,
  {
    id: 'chk_1',
    url: 'https://pay.example/chk_1',
    client: { provider: 'sandbox', token: 'secret', publishableKey: null, url: null },
    expiresAt: EXAMPLE_TIME,
  },
  { required: 'id url expiresAt', optional: 'client' },
)

describeResource(
  'checkout session status',
  checkoutSessionStatus,
  {
    id: 'chk_1',
    status: 'completed',
    completedAt: EXAMPLE_TIME,
    subscriptionId: 'sub_1',
    invoiceId: null,
  },
  { required: 'id status', nullable: 'completedAt subscriptionId invoiceId' },
)

describeResource(
  'checkout page',
  checkoutPage,
  {
    id: 'chk_1',
    purpose: 'subscription',
    status: 'pending',
    mode: 'new',
    currency: 'usd',
    lineItems: [],
    subtotal: 1000,
    discount: 100,
    creditsApplied: 0,
    tax: 0,
    total: 900,
    dueToday: 900,
    creditImpact: impact,
    details: {},
    successUrl: null,
    cancelUrl: 'https://acme.example/back',
    expiresAt: EXAMPLE_TIME,
  },
  {
    required:
      'id purpose status mode currency lineItems subtotal discount creditsApplied tax total dueToday details expiresAt',
    nullable: 'successUrl cancelUrl',
    optional: 'creditImpact',
  },
)

describeResource(
  'checkout form',
  checkoutForm,
  {
    client: { provider: 'sandbox', token: 'secret', publishableKey: null, url: null },
    status: 'pending',
  },
  { required: 'status', nullable: 'client' },
)

const purposes = [
  { purpose: 'subscription', planId: 'pro' },
  { purpose: 'subscription', planId: 'pro', subscriptionId: 'sub_1', amountCents: 2000 },
  { purpose: 'subscription', planId: 'pro', quantities: { seats: 5 }, couponCode: 'WELCOME' },
  { purpose: 'addon_purchase', planId: 'extra', subscriptionId: 'sub_1' },
  { purpose: 'credit_package', creditPackageId: 'pkg_1' },
  { purpose: 'credit_topup', creditCurrencyId: 'usd', amountCents: 2000 },
  { purpose: 'invoice_payment', invoiceId: 'inv_1' },
  { purpose: 'payment_method_update', customerId: 'acme' },
]
const broken = [
  {},
  { purpose: 'gift' },
  { purpose: 'subscription' },
  { purpose: 'addon_purchase', planId: 'extra' },
  { purpose: 'addon_purchase', subscriptionId: 'sub_1' },
  { purpose: 'credit_package' },
  { purpose: 'credit_topup', creditCurrencyId: 'usd' },
  { purpose: 'credit_topup', amountCents: 2000 },
  { purpose: 'invoice_payment' },
  { purpose: 'payment_method_update', planId: 'pro' },
]

describeRequest('checkout preview', checkoutPreviewBody, purposes, [
  ...broken,
  { purpose: 'payment_method_update', uiMode: 'hosted' },
])

describeRequest(
  'checkout session',
  createCheckoutSessionBody,
  purposes.map((body) => ({ ...body, successUrl: 'https://a.example', uiMode: 'embedded' })),
  broken,
)

test('a checkout session is hosted by default', () => {
  expect(createCheckoutSessionBody.parse({ purpose: 'payment_method_update' })).toMatchObject({
    uiMode: 'hosted',
  })
})
