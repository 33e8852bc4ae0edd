import { z } from 'zod'
import { positiveMoney } from '../values/common.ts'
import { currency, customerId, id, moneyAmount, timestamp } from '../values/primitives.ts'

/**
 * `pending` includes a payment whose provider has not answered: Purser asks again but never charges
 * again.
 */
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
  attemptId: id.meta({
    description: 'The idempotency key that identifies the payment at the provider.',
  }),
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
    description: 'Unspent credits from this payment that the refund removed.',
  }),
  createdAt: timestamp,
})
export type Refund = z.infer<typeof refund>

export const refundPaymentBody = z
  .strictObject({
    amount: positiveMoney.optional().meta({ description: 'Default: everything not yet refunded.' }),
  })
  .prefault({})
