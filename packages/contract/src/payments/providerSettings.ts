import { z } from 'zod'
import { type EndpointGroup, merchantReads, merchantWrites } from '../endpoint.ts'
import { text, timestamp } from '../values/primitives.ts'

/** The payment provider of an environment. The answer never contains whole secrets. */
export const paymentProvider = z.object({
  provider: z
    .string()
    .nullable()
    .meta({ description: 'Null: not set, so nothing can be charged.' }),
  publishableKey: z.string().nullable(),
  secretKeyHint: z.string().nullable().meta({ description: 'Its last four characters.' }),
  hasWebhookSecret: z.boolean(),
  webhookUrl: z.string().nullable().meta({
    description: 'Where the provider must send its events.',
  }),
  available: z.array(z.string()).meta({ description: 'Providers that can be selected.' }),
  updatedAt: timestamp.nullable().meta({ description: 'When its keys last changed.' }),
})
export type PaymentProviderSettings = z.infer<typeof paymentProvider>

const key = (example: string) =>
  text(500)
    .min(1)
    .optional()
    .meta({ description: 'If omitted, the stored key remains.', examples: [example] })

export const setPaymentProviderBody = z.strictObject({
  provider: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,49}$/, { error: 'must be the name of a provider such as stripe' })
    .meta({ description: 'One of `available`.', examples: ['stripe'] }),
  secretKey: key('sk_test_51Example'),
  publishableKey: key('pk_test_51Example'),
  webhookSecret: key('whsec_Example'),
})

export const paymentProviderEndpoints = {
  getPaymentProvider: {
    method: 'GET',
    path: '/v1/organization/payment-provider',
    summary: 'Read which payment provider this environment uses',
    callers: merchantReads,
    response: paymentProvider,
  },
  setPaymentProvider: {
    method: 'PUT',
    path: '/v1/organization/payment-provider',
    summary: 'Choose the payment provider of this environment and store its keys',
    callers: merchantWrites,
    body: setPaymentProviderBody,
    response: paymentProvider,
  },
} as const satisfies EndpointGroup
