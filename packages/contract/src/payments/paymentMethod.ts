import { z } from 'zod'
import { collectionMethod } from '../customers/customer.ts'
import { subscriptionStatus } from '../subscriptions/subscription.ts'
import { ownCustomerId } from '../values/common.ts'
import { customerId, httpUrl, id, timestamp } from '../values/primitives.ts'
import { uiMode } from './settlement.ts'

export const paymentMethodStatus = z.enum(['active', 'expired', 'detached'])

export const paymentMethod = z.object({
  id,
  customerId,
  organizationId: id,
  paymentProviderId: z.string().meta({ description: 'The adapter: `sandbox`, `stripe`.' }),
  providerMethodId: z.string().meta({ description: 'Its id at the payment provider.' }),
  type: z.string().meta({ description: "`card`, or another of the provider's types." }),
  status: paymentMethodStatus,
  isDefault: z.boolean(),
  cardLast4: z.string().nullable(),
  cardBrand: z.string().nullable(),
  expMonth: z.int().nullable(),
  expYear: z.int().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type PaymentMethod = z.infer<typeof paymentMethod>

/** Subscriptions and wallets that need the payment method. */
export const paymentMethodDependencies = z.object({
  paymentMethodId: id,
  isDefault: z.boolean(),
  blocksDetach: z
    .boolean()
    .meta({ description: 'True if detaching would return 409 `pm_in_use`.' }),
  activeSubscriptions: z.array(
    z.object({
      id,
      status: subscriptionStatus,
      planId: id,
      collectionMethod,
      currentBillingPeriodEnd: timestamp.nullable(),
    }),
  ),
  autoTopupAccounts: z.array(
    z.object({
      id,
      creditCurrencyId: id,
      autoTopupThreshold: z.number(),
      autoTopupAmount: z.number().nullable(),
      autoTopupPackageId: id.nullable(),
    }),
  ),
})
export type PaymentMethodDependencies = z.infer<typeof paymentMethodDependencies>

export const setupPaymentMethodBody = z
  .strictObject({
    customerId: ownCustomerId,
    successUrl: httpUrl
      .optional()
      .meta({ description: 'Hosted mode, required: where to go when done.' }),
    cancelUrl: httpUrl
      .optional()
      .meta({ description: 'Hosted mode: where to go if the customer cancels.' }),
    uiMode: uiMode.default('embedded'),
  })
  .prefault({})

export const replacePaymentMethodBody = z
  .strictObject({
    customerId: ownCustomerId,
    oldPaymentMethodId: id,
    newPaymentMethodId: id,
  })
  .refine((body) => body.oldPaymentMethodId !== body.newPaymentMethodId, {
    error: 'must not be the old payment method',
    path: ['newPaymentMethodId'],
  })

export const replacePaymentMethodResult = z.object({
  customerId,
  oldPaymentMethodId: id,
  newPaymentMethodId: id,
  becameDefault: z.boolean().meta({ description: 'True if this call changed the default method.' }),
  clearedOldDefault: z.boolean().meta({
    description: 'True if the old method was the default and no longer is.',
  }),
})
