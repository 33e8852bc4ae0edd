import { catalogEndpoints } from './catalog.ts'
import { checkoutEndpoints } from './checkout.ts'
import { creditEndpoints, reservationEndpoints } from './credits.ts'
import { customerEndpoints } from './customers.ts'
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

// Named, because a compiler that is left to infer it writes each schema out in the declarations.
export type Endpoints = typeof organizationEndpoints &
  typeof customerEndpoints &
  typeof testClockEndpoints &
  typeof catalogEndpoints &
  typeof creditEndpoints &
  typeof reservationEndpoints &
  typeof paymentEndpoints &
  typeof paymentProviderEndpoints &
  typeof providerWebhookEndpoints &
  typeof sandboxEndpoints &
  typeof usageEndpoints &
  typeof invoiceEndpoints &
  typeof taxRateEndpoints &
  typeof topUpEndpoints &
  typeof subscriptionEndpoints &
  typeof checkEndpoints &
  typeof customerCheckEndpoints &
  typeof overrideEndpoints &
  typeof checkoutEndpoints &
  typeof onboardingEndpoints &
  typeof webhookEndpoints

/** Every group, in the order of the API reference. */
export const endpointGroups: readonly [
  typeof organizationEndpoints,
  typeof customerEndpoints,
  typeof testClockEndpoints,
  typeof catalogEndpoints,
  typeof creditEndpoints,
  typeof reservationEndpoints,
  typeof paymentEndpoints,
  typeof paymentProviderEndpoints,
  typeof providerWebhookEndpoints,
  typeof sandboxEndpoints,
  typeof usageEndpoints,
  typeof invoiceEndpoints,
  typeof taxRateEndpoints,
  typeof topUpEndpoints,
  typeof subscriptionEndpoints,
  typeof checkEndpoints,
  typeof customerCheckEndpoints,
  typeof overrideEndpoints,
  typeof checkoutEndpoints,
  typeof onboardingEndpoints,
  typeof webhookEndpoints,
] = [
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
]

type Repeated<Groups, Seen = never> = Groups extends readonly [infer First, ...infer Rest]
  ? Extract<keyof First, Seen> | Repeated<Rest, Seen | keyof First>
  : never
type None<T extends never> = T

/** Does not compile when two groups name an operation alike: one would silently hide the other. */
export type RepeatedOperations = None<Repeated<typeof endpointGroups>>

/** Every operation of the API by its name. */
export const endpoints: Endpoints = {
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
}

export type OperationName = keyof Endpoints
