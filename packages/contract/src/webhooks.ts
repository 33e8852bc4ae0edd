import { z } from 'zod'
import { type EndpointGroup, merchantReads, merchantWrites } from './endpoint.ts'
import { createdBetween } from './values/common.ts'
import { httpUrl, id, page, pageQuery, text, timestamp } from './values/primitives.ts'

/** The kinds of events that a merchant can receive. */
export const eventKind = z.enum([
  'customer.created',
  'customer.updated',
  'subscription.created',
  'subscription.activated',
  'subscription.updated',
  'subscription.past_due',
  'subscription.canceled',
  'subscription.trial_will_end',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'payment.disputed',
  'payment.dispute_closed',
  'credits.granted',
  'credits.depleted',
  'credits.low',
  'credits.expired',
  'topup.succeeded',
  'topup.failed',
  'topup.skipped',
  'reservation.expired',
  'entitlement.changed',
  'entitlement.limit_reached',
  'checkout.completed',
  'checkout.expired',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.expiring',
  'webhook_endpoint.disabled',
  'onboarding.completed',
  'onboarding.failed',
])
export type EventKind = z.infer<typeof eventKind>

/** The body of a webhook, as defined by the Standard Webhooks specification. */
export const webhookPayload = z.object({
  type: eventKind,
  timestamp,
  data: z
    .record(z.string(), z.unknown())
    .meta({ description: 'The object that the event is about.' }),
})
export type WebhookPayload = z.infer<typeof webhookPayload>

export const webhookEndpoint = z.object({
  id,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(eventKind).meta({ description: 'Empty: all kinds, including future ones.' }),
  status: z.enum(['enabled', 'disabled']),
  disabledReason: z.enum(['merchant', 'failing', 'gone']).nullable().meta({
    description:
      'null while enabled. `merchant`: disabled by request; `failing`: every delivery failed for 3 days; `gone`: the endpoint answered 410.',
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

/** The secret is shown only when it is created. */
export const webhookEndpointWithSecret = webhookEndpoint.extend({
  secret: z.string().meta({ description: 'Starts with `whsec_`.' }),
  previousSecretExpiresAt: timestamp
    .nullable()
    .meta({ description: 'Until this time, messages are also signed with the previous secret.' }),
})

const fields = {
  url: httpUrl,
  description: text().nullable().optional(),
  events: z.array(eventKind).max(eventKind.options.length).optional().meta({
    description: 'Omitted or empty: all kinds, including future ones.',
  }),
}

export const createWebhookEndpointBody = z.strictObject(fields)
export const updateWebhookEndpointBody = z
  .strictObject(fields)
  .partial()
  .extend({ status: z.enum(['enabled', 'disabled']).optional() })

export const webhookMessageStatus = z.enum(['pending', 'delivered', 'failed'])

/** One message to one endpoint, with its delivery log. */
export const webhookMessage = z.object({
  id: id.meta({ description: 'Identifies this message to this endpoint. Used to replay it.' }),
  messageId: id.meta({
    description: 'The `webhook-id` header: the same for every endpoint, retry and replay.',
  }),
  endpointId: id,
  kind: eventKind,
  payload: webhookPayload,
  status: webhookMessageStatus,
  attempts: z.array(
    z.object({
      attemptedAt: timestamp,
      statusCode: z.int().nullable().meta({ description: 'null if there was no answer.' }),
      error: z.string().nullable(),
      durationMs: z.int(),
    }),
  ),
  nextAttemptAt: timestamp.nullable().meta({
    description: 'The next retry or replay; null if none is due.',
  }),
  deliveredAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type WebhookMessage = z.infer<typeof webhookMessage>

const params = z.object({ id })

export const webhookEndpoints = {
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhook-endpoints',
    summary: 'Register a URL that receives events',
    callers: merchantWrites,
    body: createWebhookEndpointBody,
    response: webhookEndpointWithSecret,
    errors: ['invalid_state'],
  },
  listWebhookEndpoints: {
    method: 'GET',
    path: '/v1/webhook-endpoints',
    summary: 'List webhook endpoints, newest first',
    callers: merchantReads,
    query: z.strictObject(pageQuery),
    response: page(webhookEndpoint),
  },
  getWebhookEndpoint: {
    method: 'GET',
    path: '/v1/webhook-endpoints/:id',
    summary: 'Read a webhook endpoint',
    callers: merchantReads,
    params,
    response: webhookEndpoint,
    errors: ['not_found'],
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhook-endpoints/:id',
    summary: 'Change, disable or enable a webhook endpoint',
    callers: merchantWrites,
    params,
    body: updateWebhookEndpointBody,
    response: webhookEndpoint,
    errors: ['not_found'],
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/v1/webhook-endpoints/:id',
    summary: 'Delete a webhook endpoint',
    callers: merchantWrites,
    params,
    response: z.object({ id, deleted: z.literal(true) }),
    errors: ['not_found'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhook-endpoints/:id/rotate-secret',
    summary: 'Create a new secret; the old one remains valid for 24 hours',
    callers: merchantWrites,
    params,
    response: webhookEndpointWithSecret,
    errors: ['not_found'],
  },
  listWebhookMessages: {
    method: 'GET',
    path: '/v1/webhook-messages',
    summary: 'List messages with their delivery status, newest first',
    callers: merchantReads,
    query: z.strictObject({
      endpointId: id.optional(),
      kind: eventKind.optional(),
      status: webhookMessageStatus.optional(),
      ...createdBetween,
      ...pageQuery,
    }),
    response: page(webhookMessage),
  },
  replayWebhookMessage: {
    method: 'POST',
    path: '/v1/webhook-messages/:id/replay',
    summary: 'Deliver a message again, with the same id',
    callers: merchantWrites,
    params,
    response: webhookMessage,
    errors: ['not_found', 'invalid_state'],
  },
} as const satisfies EndpointGroup
