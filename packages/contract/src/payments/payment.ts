import { z } from 'zod'
import { positiveMoney } from '../values/common.ts'
import { currency, customerId, id, moneyAmount, timestamp } from '../values/primitives.ts'

/** `pending` includes a provider that has not answered: it is asked again, never charged again. */
export const paymentStatus = z.enum([
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'canceled',
])

export const payment = z.object({
  id,
  customerId,
  attemptId: id.meta({ description: 'What the provider knows it by: its idempotency key.' }),
  invoiceId: id.nullable(),
  paymentMethodId: id.nullable(),
  paymentProviderId: z.string(),
  providerPaymentId: z.string().nullable(),
  status: paymentStatus,
  amount: moneyAmount,
  amountRefunded: moneyAmount,
  currency,
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
})
export type Payment = z.infer<typeof payment>

export const refund = z.object({
  id,
  paymentId: id,
  customerId,
  invoiceId: id.nullable(),
  creditNoteId: id.nullable(),
  providerRefundId: z.string().nullable(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: moneyAmount,
  currency,
  creditsTaken: z.number().meta({
    description: 'Credits that the payment had bought and that were taken back, as far as unspent.',
  }),
  createdAt: timestamp,
})
export type Refund = z.infer<typeof refund>

export const refundPaymentBody = z
  .strictObject({
    amount: positiveMoney
      .optional()
      .meta({ description: 'Default: all that is not refunded yet.' }),
  })
  .prefault({})
