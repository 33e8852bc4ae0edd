import { z } from 'zod'
import { type EndpointGroup, merchantReads, merchantWrites } from '../endpoint.ts'
import { currency, customerId, id, moneyAmount, timestamp } from '../values/primitives.ts'
import { paymentMethod } from './paymentMethod.ts'

/** The behavior of a test payment method when it is charged. */
export const sandboxBehaviour = z.enum([
  'success',
  'decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'processing_error',
  'fails_later',
  'challenge_always',
])

export const attachSandboxPaymentMethodBody = z.strictObject({
  customerId,
  behaviour: sandboxBehaviour,
  isDefault: z.boolean().optional().meta({
    description: 'Default: true if the customer has no default yet.',
  }),
})

export const sandboxOperation = z.enum(['charge', 'refund', 'setup', 'lookup', 'webhook'])

/**
 * `lost_answer` performs the operation but never answers: the case in which Purser must not charge
 * twice.
 */
export const sandboxFaultEffect = z.enum([
  'error',
  'error_after_commit',
  'rate_limit',
  'timeout',
  'lost_answer',
  'delay',
  'duplicate',
  'drop',
  'reorder',
  'webhook_first',
])

const fault = {
  operation: sandboxOperation,
  effect: sandboxFaultEffect.meta({
    description:
      '`error` answers 500 and `timeout` does not answer; neither has an effect. `error_after_commit` takes effect and answers 500; `lost_answer` takes effect and does not answer. `webhook_first` answers only after the webhook is delivered. `duplicate`, `drop` and `reorder` apply to webhooks.',
  }),
}

export const setSandboxFaultsBody = z.strictObject({
  faults: z
    .array(
      z.strictObject({
        ...fault,
        delayMs: z.int().min(0).max(600_000).optional().meta({ description: 'For `delay`.' }),
        times: z.int().min(1).max(1_000_000).nullable().default(1).meta({
          description: 'How many times the fault occurs; null means until cleared.',
        }),
        customerId: customerId.optional().meta({ description: 'Only for this customer.' }),
      }),
    )
    .max(100)
    .meta({ description: 'Replaces all faults; an empty list clears them.' }),
})

export const sandboxFaults = z.object({
  faults: z.array(
    z.object({
      ...fault,
      delayMs: z.int().nullable(),
      times: z
        .int()
        .nullable()
        .meta({ description: 'Remaining occurrences; null means until cleared.' }),
      customerId: customerId.nullable(),
    }),
  ),
})

const bookEntry = {
  id: z.string(),
  attemptId: z.string().meta({ description: "Purser's idempotency key at the provider." }),
  customerId,
  amount: moneyAmount,
  currency,
  createdAt: timestamp,
}

/** The sandbox provider's own records, to compare with Purser's. */
export const sandboxBook = z.object({
  charges: z.array(
    z.object({
      ...bookEntry,
      providerMethodId: z.string().nullable().meta({
        description: 'Null until the customer has paid in the form.',
      }),
      status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
      errorCode: z.string().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({ ...bookEntry, chargeId: z.string(), status: z.enum(['succeeded', 'failed']) }),
  ),
})

export const openSandboxDisputeBody = z.strictObject({
  paymentId: id.meta({ description: 'A succeeded payment of the sandbox provider.' }),
  reason: z.enum(['fraudulent', 'product_not_received', 'duplicate', 'general']).optional(),
})

export const closeSandboxDisputeBody = z.strictObject({ outcome: z.enum(['won', 'lost']) })

/** A dispute at the sandbox provider. */
export const sandboxDispute = z.object({
  id: z.string(),
  paymentId: id,
  status: z.enum(['open', 'won', 'lost']),
  reason: z.string(),
  amount: moneyAmount,
  currency,
  createdAt: timestamp,
})

/** These answer 403 in a live environment. */
export const sandboxEndpoints = {
  attachSandboxPaymentMethod: {
    method: 'POST',
    path: '/v1/sandbox/payment-methods',
    summary: 'Sandbox only: attach a test payment method without a form',
    callers: merchantWrites,
    body: attachSandboxPaymentMethodBody,
    response: paymentMethod,
    errors: ['not_found', 'card_declined'],
  },
  setSandboxFaults: {
    method: 'PUT',
    path: '/v1/sandbox/faults',
    summary: 'Sandbox only: make the test payment provider fail on demand',
    callers: merchantWrites,
    body: setSandboxFaultsBody,
    response: sandboxFaults,
  },
  openSandboxDispute: {
    method: 'POST',
    path: '/v1/sandbox/disputes',
    summary: "Sandbox only: dispute a payment as the customer's bank would",
    callers: merchantWrites,
    body: openSandboxDisputeBody,
    response: sandboxDispute,
    errors: ['not_found', 'invalid_state'],
  },
  closeSandboxDispute: {
    method: 'POST',
    path: '/v1/sandbox/disputes/:id/close',
    summary: 'Sandbox only: decide a dispute',
    callers: merchantWrites,
    params: z.object({ id }),
    body: closeSandboxDisputeBody,
    response: sandboxDispute,
    errors: ['not_found', 'invalid_state'],
  },
  getSandboxBook: {
    method: 'GET',
    path: '/v1/sandbox/book',
    summary: "Sandbox only: read the test payment provider's own records",
    callers: merchantReads,
    query: z.strictObject({ customerId: customerId.optional(), attemptId: id.optional() }),
    response: sandboxBook,
  },
} as const satisfies EndpointGroup
