import { z } from 'zod'
import { couponCode } from './catalog/offer.ts'
import { planInterval } from './catalog/plan.ts'
import {
  type Caller,
  customerReads,
  customerWrites,
  type EndpointGroup,
  pageReads,
} from './endpoint.ts'
import { billTotals, clientEnvelope, creditImpact, uiMode } from './payments/settlement.ts'
import { quantitiesInput } from './subscriptions/subscription.ts'
import { ownCustomerId, positiveMoney } from './values/common.ts'
import {
  currency,
  httpUrl,
  id,
  idOrSlug,
  money,
  moneyAmount,
  timestamp,
} from './values/primitives.ts'

export const checkoutPurpose = z.enum([
  'subscription',
  'addon_purchase',
  'credit_package',
  'credit_topup',
  'invoice_payment',
  'payment_method_update',
])

/** The item to pay for. Each purpose has its own shape, and every shape includes `extra`. */
const purposesWith = <Shape extends z.ZodRawShape>(extra: Shape) => {
  const common = { customerId: ownCustomerId, ...extra }
  return z.discriminatedUnion('purpose', [
    z.strictObject({
      purpose: z.literal('subscription'),
      ...common,
      planId: idOrSlug,
      subscriptionId: id.optional().meta({ description: 'The subscription to move to the plan.' }),
      amountCents: money.optional().meta({
        description:
          'The amount that the customer saw. If it is no longer the amount due, the answer includes a warning.',
      }),
      quantities: quantitiesInput.optional(),
      couponCode: couponCode.optional(),
    }),
    z.strictObject({
      purpose: z.literal('addon_purchase'),
      ...common,
      planId: idOrSlug,
      subscriptionId: id,
      quantities: quantitiesInput.optional(),
    }),
    z.strictObject({
      purpose: z.literal('credit_package'),
      ...common,
      creditPackageId: idOrSlug,
    }),
    z.strictObject({
      purpose: z.literal('credit_topup'),
      ...common,
      creditCurrencyId: idOrSlug,
      amountCents: positiveMoney,
    }),
    z.strictObject({ purpose: z.literal('invoice_payment'), ...common, invoiceId: id }),
    z.strictObject({ purpose: z.literal('payment_method_update'), ...common }),
  ])
}

export const checkoutPreviewBody = purposesWith({})
export type CheckoutPreviewInput = z.input<typeof checkoutPreviewBody>

export const createCheckoutSessionBody = purposesWith({
  successUrl: httpUrl.optional().meta({ description: 'Where to go after payment.' }),
  cancelUrl: httpUrl.optional().meta({ description: 'Where to go if the customer cancels.' }),
  uiMode: uiMode.default('hosted'),
})

export const dueToday = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('charge_now'), cents: moneyAmount, currency }),
  z.object({
    kind: z.literal('invoice_later'),
    cents: moneyAmount,
    netDays: z.int(),
    estimatedDate: timestamp,
  }),
  z.object({ kind: z.literal('no_charge') }),
])

export const checkoutLineItem = z.object({
  description: z.string(),
  unitAmount: z.number(),
  quantity: z.number(),
  subtotal: moneyAmount,
  muted: z.boolean().optional().meta({ description: 'Shown, but not part of the amount due.' }),
})

export const checkoutWarning = z.object({
  code: z.enum([
    'trial_requires_payment_method',
    'customer_has_no_payment_method',
    'amount_changed',
  ]),
  params: z.record(z.string(), z.unknown()).optional(),
})

const planDetails = z.object({
  planId: id,
  planName: z.string(),
  productId: id,
  interval: planInterval,
  intervalCount: z.int(),
  recurringAmount: moneyAmount.meta({ description: 'Per period, before usage and tax.' }),
  subscriptionId: id.nullable(),
  trialEndsAt: timestamp.nullable(),
  nextBillingAt: timestamp.nullable(),
})

/** Contains only the entry for the purpose of the request. */
export const checkoutDetails = z.object({
  subscription: planDetails.optional(),
  addonPurchase: planDetails.optional(),
  creditPackage: z
    .object({ creditPackageId: id, name: z.string(), creditCurrencyId: id, credits: z.number() })
    .optional(),
  creditTopup: z.object({ creditCurrencyId: id, credits: z.number() }).optional(),
  invoicePayment: z
    .object({ invoiceId: id, number: z.string().nullable(), dueAt: timestamp.nullable() })
    .optional(),
  paymentMethodUpdate: z.object({ paymentMethodId: id.nullable() }).optional(),
})

export const checkoutMode = z
  .enum(['new', 'upgrade', 'downgrade', 'renewal', 'payment', 'setup'])
  .meta({ description: "`renewal`: pays the open amount of the customer's current plan." })

/** The exact amounts that the checkout would charge. */
export const checkoutPreview = z.object({
  purpose: checkoutPurpose,
  mode: checkoutMode,
  currency,
  dueToday,
  lineItems: z.array(checkoutLineItem),
  ...billTotals,
  schedule: z
    .object({ date: timestamp, amountCents: moneyAmount.optional() })
    .optional()
    .meta({ description: 'The next bill, or the time at which the change applies.' }),
  creditImpact: creditImpact.optional(),
  warnings: z.array(checkoutWarning),
  details: checkoutDetails,
})
export type CheckoutPreview = z.infer<typeof checkoutPreview>

export const checkoutSession = z.object({
  id,
  url: z.string().meta({
    description: 'The checkout page with its token, or `successUrl` if nothing is left to do.',
  }),
  client: clientEnvelope
    .optional()
    .meta({ description: 'Embedded mode: the data that the form needs.' }),
  expiresAt: timestamp,
})

const sessionStatus = z.enum(['pending', 'completed', 'expired'])

/**
 * A purchase as it was when the checkout started: the form charges the amount that the page shows.
 */
export const checkoutPage = z.object({
  id,
  purpose: checkoutPurpose,
  status: sessionStatus,
  mode: checkoutMode,
  currency,
  lineItems: z.array(checkoutLineItem),
  ...billTotals,
  dueToday: moneyAmount.meta({
    description: 'The amount that the form charges; 0 if it only saves a payment method.',
  }),
  creditImpact: creditImpact.optional().meta({
    description: 'The effect of the purchase on a wallet, while it is pending.',
  }),
  details: checkoutDetails,
  successUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  expiresAt: timestamp,
})
export type CheckoutPage = z.infer<typeof checkoutPage>

export const checkoutForm = z.object({
  client: clientEnvelope.nullable().meta({
    description: 'The data that the embedded form needs; null if there is nothing to fill in.',
  }),
  status: sessionStatus,
})
export type CheckoutForm = z.infer<typeof checkoutForm>

export const checkoutSessionStatus = z.object({
  id,
  status: sessionStatus,
  completedAt: timestamp.nullable(),
  subscriptionId: id.nullable(),
  invoiceId: id.nullable(),
})
export type CheckoutSessionStatus = z.infer<typeof checkoutSessionStatus>

const checkoutErrors = [
  'not_found',
  'invalid_state',
  'plan_inactive',
  'currency_mismatch',
  'already_subscribed',
  'subscription_ended',
  'coupon_expired',
  'coupon_used_up',
  'already_exists',
] as const

/** Only browsers show the form; a merchant's server never does. */
const inBrowser: readonly Caller[] = ['page', 'portal']

export const checkoutEndpoints = {
  previewCheckout: {
    method: 'POST',
    path: '/v1/checkout/sessions/preview',
    summary: 'Preview the cost of a purchase, today and later; changes nothing',
    callers: customerReads,
    body: checkoutPreviewBody,
    response: checkoutPreview,
    errors: checkoutErrors,
  },
  createCheckoutSession: {
    method: 'POST',
    path: '/v1/checkout/sessions',
    summary: 'Open a checkout, hosted or embedded, for 24 hours',
    callers: customerWrites,
    body: createCheckoutSessionBody,
    response: checkoutSession,
    errors: checkoutErrors,
  },
  getCheckoutSessionStatus: {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/status',
    summary: 'Read the status of a checkout',
    callers: pageReads,
    params: z.object({ id }),
    response: checkoutSessionStatus,
    errors: ['not_found'],
  },
  getCheckoutPage: {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/page',
    summary: 'Read everything that the page of a checkout shows',
    callers: inBrowser,
    params: z.object({ id }),
    response: checkoutPage,
    errors: ['not_found'],
  },
  openCheckoutForm: {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/form',
    summary: 'Open the payment form of a checkout; repeat this after a reload or a declined card',
    callers: inBrowser,
    params: z.object({ id }),
    response: checkoutForm,
    errors: ['not_found', 'invalid_state'],
  },
} as const satisfies EndpointGroup
