import { z } from 'zod'
import {
  customerReads,
  customerWrites,
  type EndpointGroup,
  merchantReads,
  merchantWrites,
} from '../endpoint.ts'
import { customerFilter, ownCustomerId } from '../values/common.ts'
import { id, page, pageQuery } from '../values/primitives.ts'
import { payment, paymentStatus, refund, refundPaymentBody } from './payment.ts'
import {
  paymentMethod,
  paymentMethodDependencies,
  replacePaymentMethodBody,
  replacePaymentMethodResult,
  setupPaymentMethodBody,
} from './paymentMethod.ts'
import { requiresForm } from './settlement.ts'

const params = z.object({ id })
const ofCustomer = z.strictObject({ customerId: ownCustomerId })

export const paymentEndpoints = {
  listPaymentMethods: {
    method: 'GET',
    path: '/v1/payment-methods',
    summary: "List a customer's payment methods, newest first",
    callers: customerReads,
    query: ofCustomer.extend(pageQuery),
    response: page(paymentMethod),
    errors: ['not_found'],
  },
  setDefaultPaymentMethod: {
    method: 'POST',
    path: '/v1/payment-methods/:id/default',
    summary: "Make a payment method the customer's default",
    callers: customerWrites,
    params,
    body: ofCustomer.prefault({}),
    response: paymentMethod,
    errors: ['not_found', 'invalid_state'],
  },
  detachPaymentMethod: {
    method: 'DELETE',
    path: '/v1/payment-methods/:id',
    summary: 'Detach a payment method',
    callers: customerWrites,
    params,
    query: ofCustomer,
    response: paymentMethod,
    errors: ['not_found', 'pm_in_use'],
  },
  getPaymentMethodDependencies: {
    method: 'GET',
    path: '/v1/payment-methods/:id/dependencies',
    summary: 'List what depends on a payment method',
    callers: customerReads,
    params,
    query: ofCustomer,
    response: paymentMethodDependencies,
    errors: ['not_found'],
  },
  setupPaymentMethod: {
    method: 'POST',
    path: '/v1/payment-methods/setup',
    summary: "Open the provider's form to save a payment method",
    callers: customerWrites,
    body: setupPaymentMethodBody,
    response: requiresForm,
    errors: ['not_found', 'invalid_state'],
  },
  replacePaymentMethod: {
    method: 'POST',
    path: '/v1/payment-methods/replace',
    summary: 'Replace a payment method with another in one step',
    callers: customerWrites,
    body: replacePaymentMethodBody,
    response: replacePaymentMethodResult,
    errors: ['not_found', 'invalid_state'],
  },
  listPayments: {
    method: 'GET',
    path: '/v1/payments',
    summary: 'List payments, newest first',
    callers: customerReads,
    query: z.strictObject({
      customerId: customerFilter,
      status: paymentStatus.optional(),
      ...pageQuery,
    }),
    response: page(payment),
  },
  getPayment: {
    method: 'GET',
    path: '/v1/payments/:id',
    summary: 'Read a payment',
    callers: merchantReads,
    params,
    response: payment,
    errors: ['not_found'],
  },
  refundPayment: {
    method: 'POST',
    path: '/v1/payments/:id/refund',
    summary: 'Refund a payment or a part of it',
    callers: merchantWrites,
    params,
    body: refundPaymentBody,
    response: refund,
    errors: ['not_found', 'invalid_state'],
  },
} as const satisfies EndpointGroup

/** Called by payment providers, which authenticate with a signature over the raw body. */
export const providerWebhookEndpoints = {
  receiveProviderWebhook: {
    method: 'POST',
    path: '/v1/webhooks/:provider/:environmentId',
    summary: 'Receive an event from a payment provider',
    callers: ['anyone'],
    params: z.object({ provider: z.string().regex(/^[a-z][a-z0-9-]{0,49}$/), environmentId: id }),
    body: z.unknown().meta({
      description: "The provider's signed event.",
      examples: [{ id: 'evt_1', type: 'payment_intent.succeeded' }],
    }),
    response: z.object({ received: z.literal(true) }),
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
