import { catalogEndpoints } from './catalog.ts'
import { checkoutEndpoints } from './checkout.ts'
import { creditEndpoints, reservationEndpoints } from './credits.ts'
import { customerEndpoints } from './customers.ts'
import type { EndpointGroup } from './endpoint.ts'
import { checkEndpoints, customerCheckEndpoints, overrideEndpoints } from './entitlements.ts'
import { invoiceEndpoints } from './invoicing.ts'
import { onboardingEndpoints } from './onboarding.ts'
import { organizationEndpoints } from './organizations.ts'
import {
  paymentEndpoints,
  paymentProviderEndpoints,
  providerWebhookEndpoints,
  sandboxEndpoints,
} from './payments.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { taxRateEndpoints } from './taxRates.ts'
import { testClockEndpoints } from './testClocks.ts'
import { topUpEndpoints } from './topups.ts'
import { usageEndpoints } from './usage.ts'
import { webhookEndpoints } from './webhooks.ts'

/** Every group, in the order of the API reference. */
export const endpointGroups = [
  organizationEndpoints,
  customerEndpoints,
  testClockEndpoints,
  catalogEndpoints,
  creditEndpoints,
  reservationEndpoints,
  paymentEndpoints,
  paymentProviderEndpoints,
  providerWebhookEndpoints,
  sandboxEndpoints,
  usageEndpoints,
  invoiceEndpoints,
  taxRateEndpoints,
  topUpEndpoints,
  subscriptionEndpoints,
  checkEndpoints,
  customerCheckEndpoints,
  overrideEndpoints,
  checkoutEndpoints,
  onboardingEndpoints,
  webhookEndpoints,
] as const

type Repeated<Groups, Seen = never> = Groups extends readonly [infer First, ...infer Rest]
  ? Extract<keyof First, Seen> | Repeated<Rest, Seen | keyof First>
  : never
type None<T extends never> = T

/** Does not compile when two groups name an operation alike: one would silently hide the other. */
export type RepeatedOperations = None<Repeated<typeof endpointGroups>>

/** Every operation of the API by its name. */
export const endpoints = {
  ...organizationEndpoints,
  ...customerEndpoints,
  ...testClockEndpoints,
  ...catalogEndpoints,
  ...creditEndpoints,
  ...reservationEndpoints,
  ...paymentEndpoints,
  ...paymentProviderEndpoints,
  ...providerWebhookEndpoints,
  ...sandboxEndpoints,
  ...usageEndpoints,
  ...invoiceEndpoints,
  ...taxRateEndpoints,
  ...topUpEndpoints,
  ...subscriptionEndpoints,
  ...checkEndpoints,
  ...customerCheckEndpoints,
  ...overrideEndpoints,
  ...checkoutEndpoints,
  ...onboardingEndpoints,
  ...webhookEndpoints,
} as const satisfies EndpointGroup

export type OperationName = keyof typeof endpoints
