import { z } from 'zod'
import {
  customerReads,
  type EndpointGroup,
  merchantReads,
  merchantWrites,
  runtimeWrites,
} from './endpoint.ts'
import { ownCustomerId, trailingDays, utcDay, wholeList } from './values/common.ts'
import {
  customerId,
  decimalString,
  id,
  idOrSlug,
  jsonObject,
  MAX_IDEMPOTENCY_KEY,
  nonNegativeQuantity,
  page,
  pageQuery,
  slug,
  text,
  timestamp,
  timestampInput,
} from './values/primitives.ts'

export const MAX_TRACK_EVENTS = 1_000

const eventName = text(200).min(1)

/** The schema of one event. The server applies it to each event separately. */
export const usageEvent = z.strictObject({
  customerId,
  eventName,
  quantity: nonNegativeQuantity.default(1),
  properties: jsonObject.optional(),
  timestamp: timestampInput.optional().meta({ description: 'Default now.' }),
  idempotencyKey: text(MAX_IDEMPOTENCY_KEY).min(1).optional().meta({
    description: 'Permanently unique per customer: a repeat returns the first result.',
  }),
})
export type UsageEventInput = z.input<typeof usageEvent>
export type UsageEvent = z.output<typeof usageEvent>

const { $schema: _dialect, ...documentedEvent } = z.toJSONSchema(usageEvent, {
  io: 'input',
  unrepresentable: 'any',
})

/**
 * Accepts any items, so that the server can reject a bad event alone. The documentation shows the
 * real schema.
 */
export const trackBody = z.strictObject({
  events: z
    .array(z.unknown().meta(documentedEvent) as z.ZodType<unknown, UsageEventInput>)
    .min(1)
    .max(MAX_TRACK_EVENTS),
})

export const trackStatus = z.enum(['accepted', 'duplicate'])
export const usageFlow = z.enum(['credit', 'invoice', 'credit_and_invoice', 'meter', 'none'])
export const rejectionReason = z.enum([
  'invalid_event',
  'customer_not_found',
  'unknown_event',
  'insufficient_credits',
  'limit_exceeded',
  'account_frozen',
  'timestamp_out_of_range',
  'idempotency_key_reused',
])

/** The effects of an event. Amounts are strings because they are exact. */
const effects = {
  flow: usageFlow,
  featureSlug: slug.nullable(),
  creditCurrencyId: id.nullable(),
  creditsDeducted: decimalString.meta({ description: '`"0"` when no credits are involved.' }),
}

export const trackItem = z.object({
  index: z.int().meta({ description: 'Position of the event in the request.' }),
  eventId: id,
  status: trackStatus,
  ...effects,
  creditBalance: decimalString
    .nullable()
    .meta({ description: 'Balance after the event; null when no wallet is involved.' }),
})

export const trackResult = z.object({
  accepted: z.int().meta({ description: 'Includes duplicates.' }),
  rejected: z.int(),
  results: z.array(trackItem),
  rejections: z
    .array(z.object({ index: z.int(), reason: rejectionReason, message: z.string() }))
    .optional(),
})
export type TrackResult = z.infer<typeof trackResult>

export const usageMeter = z.object({
  metricId: id,
  metricName: z.string(),
  usage: z.number().meta({ description: 'Units consumed this period.' }),
  limit: z.number().nullable().meta({ description: 'null when unlimited.' }),
  isUnlimited: z.boolean(),
  percentage: z.number().min(0).max(100).meta({ description: '0 when unlimited.' }),
})

/** A day, or a time on that day. */
const dayInput = z.union(
  [z.iso.date().refine((value) => value >= '1970-01-01' && value <= '9999-12-30'), timestampInput],
  { error: 'must be a day such as 2026-01-31, or an ISO 8601 timestamp' },
)

export const usageAggregateQuery = z.strictObject({
  customerId: ownCustomerId,
  eventName: eventName.optional(),
  from: dayInput
    .optional()
    .meta({ description: 'First UTC day. Default: the first of the `days` that end with `to`.' }),
  to: dayInput.optional().meta({ description: 'Last UTC day, inclusive. Default: today.' }),
  days: trailingDays,
})

export const usageAggregate = z.object({
  date: utcDay,
  eventName: z.string(),
  total: z.number(),
})

/** A recorded event with its effects. */
export const usageEventRecord = z.object({
  id,
  customerId,
  eventName: z.string(),
  quantity: z.number(),
  properties: z.record(z.string(), z.unknown()),
  timestamp,
  idempotencyKey: z.string().nullable(),
  ...effects,
  reversedAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type UsageEventRecord = z.infer<typeof usageEventRecord>

export const usageEventQuery = z.strictObject({
  customerId: customerId.optional(),
  eventName: eventName.optional(),
  from: timestampInput.optional().meta({ description: "On the event's timestamp; inclusive." }),
  to: timestampInput.optional().meta({ description: "On the event's timestamp; inclusive." }),
  ...pageQuery,
})

export const usageEndpoints = {
  trackUsage: {
    method: 'POST',
    path: '/v1/usage/track',
    summary: 'Record usage: deduct credits, meter, or accrue on the next invoice',
    callers: runtimeWrites,
    body: trackBody,
    response: trackResult,
  },
  getUsageMeter: {
    method: 'GET',
    path: '/v1/usage',
    summary: "Read a customer's usage of a metric in the current period",
    callers: customerReads,
    query: z.strictObject({ customerId: ownCustomerId, metricId: idOrSlug }),
    response: usageMeter,
    errors: ['not_found'],
  },
  getUsageAggregate: {
    method: 'GET',
    path: '/v1/usage/aggregate',
    summary: 'Read daily totals: one row per UTC day and event name, oldest first',
    callers: customerReads,
    query: usageAggregateQuery,
    response: wholeList(usageAggregate).extend({
      from: utcDay.meta({ description: 'First UTC day of the window.' }),
      to: utcDay.meta({ description: "Last UTC day. Default: today in the customer's time." }),
    }),
    errors: ['not_found'],
  },
  listUsageEvents: {
    method: 'GET',
    path: '/v1/usage/events',
    summary: 'List recorded events, newest first',
    callers: merchantReads,
    query: usageEventQuery,
    response: page(usageEventRecord),
  },
  reverseUsageEvent: {
    method: 'POST',
    path: '/v1/usage/events/:id/reverse',
    summary: 'Reverse the effects of an event with compensating rows',
    callers: merchantWrites,
    params: z.object({ id }),
    response: usageEventRecord,
    errors: ['not_found', 'invalid_state'],
  },
} as const satisfies EndpointGroup
