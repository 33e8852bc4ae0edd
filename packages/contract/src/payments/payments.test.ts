import { expect, test } from 'vitest'
import { describeRequest, describeResource, EXAMPLE_TIME } from '../testing/describeResource.ts'
import {
  attachSandboxPaymentMethodBody,
  paymentMethod,
  paymentMethodDependencies,
  paymentProvider,
  refundPaymentBody,
  replacePaymentMethodBody,
  replacePaymentMethodResult,
  setPaymentProviderBody,
  setSandboxFaultsBody,
  setupPaymentMethodBody,
} from './index.ts'

describeResource(
  'payment method',
  paymentMethod,
  {
    id: 'pm_1',
    customerId: 'acme',
    organizationId: 'org_1',
    paymentProviderId: 'stripe',
    providerMethodId: 'pm_123',
    type: 'card',
    status: 'active',
    isDefault: true,
    cardLast4: '4242',
    cardBrand: 'visa',
    expMonth: 12,
    expYear: 2030,
    createdAt: EXAMPLE_TIME,
    updatedAt: EXAMPLE_TIME,
  },
  {
    required:
      'id customerId organizationId paymentProviderId providerMethodId type status createdAt updatedAt',
    nullable: 'cardLast4 cardBrand expMonth expYear',
  },
)

const subscription = {
  id: 'sub_1',
  status: 'active',
  planId: 'plan_1',
  collectionMethod: 'charge_automatically',
  currentBillingPeriodEnd: EXAMPLE_TIME,
}
const account = {
  id: 'wal_1',
  creditCurrencyId: 'cur_1',
  autoTopupThreshold: 100,
  autoTopupAmount: 2000,
  autoTopupPackageId: null,
}

describeResource(
  'payment method dependencies',
  paymentMethodDependencies,
  {
    paymentMethodId: 'pm_1',
    isDefault: true,
    blocksDetach: true,
    activeSubscriptions: [subscription],
    autoTopupAccounts: [account],
  },
  { required: 'paymentMethodId isDefault blocksDetach activeSubscriptions autoTopupAccounts' },
)

describeResource(
  'dependent subscription',
  paymentMethodDependencies.shape.activeSubscriptions.element,
  subscription,
  { required: 'id status planId collectionMethod', nullable: 'currentBillingPeriodEnd' },
)

describeResource(
  'dependent wallet',
  paymentMethodDependencies.shape.autoTopupAccounts.element,
  account,
  {
    required: 'id creditCurrencyId autoTopupThreshold',
    nullable: 'autoTopupAmount autoTopupPackageId',
  },
)

describeResource(
  'replace-payment-method result',
  replacePaymentMethodResult,
  {
    customerId: 'acme',
    oldPaymentMethodId: 'pm_1',
    newPaymentMethodId: 'pm_2',
    becameDefault: true,
    clearedOldDefault: true,
  },
  {
    required: 'customerId oldPaymentMethodId newPaymentMethodId becameDefault clearedOldDefault',
  },
)

test('a setup is embedded by default and needs no body in the portal', () => {
  expect(setupPaymentMethodBody.parse(undefined)).toEqual({ uiMode: 'embedded' })
})

describeRequest(
  'setup',
  setupPaymentMethodBody,
  [{ uiMode: 'hosted', successUrl: 'https://a.example', cancelUrl: 'https://b.example' }],
  [{ uiMode: 'popup' }, { successUrl: 'javascript:alert(1)' }],
)

describeRequest(
  'replace',
  replacePaymentMethodBody,
  [{ oldPaymentMethodId: 'pm_1', newPaymentMethodId: 'pm_2' }],
  [{ oldPaymentMethodId: 'pm_1' }, { oldPaymentMethodId: 'pm_1', newPaymentMethodId: 'pm_1' }],
)

describeRequest(
  'refund',
  refundPaymentBody,
  [undefined, {}, { amount: 1 }],
  [{ amount: 0 }, { amount: 1.5 }, { amount: null }],
)

describeRequest(
  'sandbox payment method',
  attachSandboxPaymentMethodBody,
  [
    ...'success decline insufficient_funds lost_card stolen_card expired_card'.split(' '),
    ...'processing_error fails_later challenge_always'.split(' '),
  ].map((behaviour) => ({ customerId: 'acme', behaviour })),
  [{ customerId: 'acme', behaviour: 'explode' }, { behaviour: 'success' }],
)

describeRequest(
  'sandbox faults',
  setSandboxFaultsBody,
  [{ faults: [] }, { faults: [{ operation: 'charge', effect: 'lost_answer', times: null }] }],
  [{}, { faults: [{ operation: 'charge' }] }],
)

describeResource(
  'payment provider',
  paymentProvider,
  {
    provider: 'stripe',
    publishableKey: 'pk_test_1',
    secretKeyHint: '1234',
    hasWebhookSecret: true,
    webhookUrl: 'https://billing.example/v1/webhooks/stripe/env_1',
    available: ['sandbox', 'stripe'],
    updatedAt: EXAMPLE_TIME,
  },
  {
    required: 'hasWebhookSecret available',
    nullable: 'provider publishableKey secretKeyHint webhookUrl updatedAt',
  },
)

describeRequest(
  'payment provider',
  setPaymentProviderBody,
  [
    { provider: 'stripe' },
    { provider: 'stripe', secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'whsec' },
  ],
  [
    {},
    { provider: null },
    { provider: 'Stripe' },
    { provider: '../stripe' },
    { provider: 'stripe', secretKey: '' },
    { provider: 'stripe', secretKey: null },
    { provider: 'stripe', apiKey: 'sk' },
  ],
)
