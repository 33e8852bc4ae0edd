import { z } from 'zod'
import { catalogChange, catalogDiff, catalogKind } from './catalog/document.ts'
import { type EndpointGroup, merchantReads, merchantWrites } from './endpoint.ts'
import { id, slug, text, timestamp } from './values/primitives.ts'

export const onboardingStatus = z.enum([
  'queued',
  'fetching',
  'extracting',
  'creating',
  'completed',
  'failed',
])

const found = z.object({
  kind: catalogKind,
  name: z.string(),
  confidence: z.number().min(0).max(1),
  evidence: z.string().nullable().meta({ description: 'The words of the page it rests on.' }),
})

export const onboardingCreated = found.extend({ id, slug })
export const onboardingSkipped = found.extend({
  id: id.nullable().meta({ description: 'Of the object that is there already.' }),
  slug: slug.nullable(),
  reason: z.string().meta({
    description: '`already_exists`, or why nothing was made of it, in a sentence.',
  }),
})
export const onboardingFailed = z.object({
  kind: catalogKind,
  name: z.string(),
  error: z.string(),
})

/** Which event to send to track, and what it drives. */
export const trackingContractEntry = z.object({
  eventName: z.string(),
  metric: z.string().meta({ description: 'Slug of the billable metric.' }),
  featureSlugs: z.array(slug),
  exampleEvent: z.record(z.string(), z.unknown()).meta({ description: 'Ready to be tracked.' }),
})

export const onboardingStarted = z.object({ id, status: onboardingStatus })

/** The lists fill while the run goes on and are final once it is `completed` or `failed`. */
export const onboardingRun = onboardingStarted.extend({
  url: z.string(),
  created: z.array(onboardingCreated),
  skipped: z.array(onboardingSkipped),
  failed: z.array(onboardingFailed),
  productId: id.nullable(),
  trackingContract: z.array(trackingContractEntry),
  snippet: z.string().nullable().meta({
    description: 'TypeScript that sends these events with @purser/node, ready to paste.',
  }),
  missed: z
    .array(z.string())
    .meta({ description: 'What could not be read, or not be expressed: each in a sentence.' }),
  changes: z.array(catalogChange).meta({
    description:
      'What the page says otherwise than when it was last read. None of it is done until it is applied.',
  }),
  error: z.string().nullable().meta({ description: 'Why the run as a whole failed.' }),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
})
export type OnboardingRun = z.infer<typeof onboardingRun>

/** One server-sent event: `event` is its name, `data` its JSON. */
export const onboardingEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('status'), data: onboardingStarted }),
  z.object({ event: z.literal('found'), data: found }),
  z.object({ event: z.literal('created'), data: onboardingCreated }),
  z.object({ event: z.literal('skipped'), data: onboardingSkipped }),
  z.object({ event: z.literal('failed'), data: onboardingFailed }),
  z.object({ event: z.literal('done'), data: onboardingRun }),
])
export type OnboardingEvent = z.infer<typeof onboardingEvent>

export const startOnboardingBody = z.strictObject({
  url: text().min(1).meta({
    description:
      "The merchant's public pricing page. A run whose page cannot be read ends `failed` and says why.",
  }),
})

export const followOnboardingQuery = z.strictObject({
  after: z.coerce.number<number | string>().int().min(0).max(1_000_000).optional().meta({
    description:
      'Number of the last event that was seen; the header `Last-Event-ID` says the same.',
  }),
})

export const onboardingEndpoints = {
  startOnboarding: {
    method: 'POST',
    path: '/v1/onboarding',
    summary: 'Sandbox only: draft a catalog from a pricing page',
    callers: merchantWrites,
    body: startOnboardingBody,
    response: onboardingStarted,
    errors: ['invalid_state'],
  },
  getOnboardingRun: {
    method: 'GET',
    path: '/v1/onboarding/:id',
    summary: 'Read an onboarding run and what it created',
    callers: merchantReads,
    params: z.object({ id }),
    response: onboardingRun,
    errors: ['not_found'],
  },
  applyOnboarding: {
    method: 'POST',
    path: '/v1/onboarding/:id/apply',
    summary: 'Do to the sandbox catalog what the page says otherwise than when it was last read',
    callers: merchantWrites,
    params: z.object({ id }),
    response: catalogDiff,
    errors: ['not_found', 'invalid_state'],
  },
  streamOnboarding: {
    method: 'POST',
    path: '/v1/onboarding/stream',
    summary: 'Sandbox only: draft a catalog and follow the work as server-sent events',
    callers: merchantWrites,
    body: startOnboardingBody,
    response: onboardingEvent,
    produces: 'text/event-stream',
    errors: ['invalid_state'],
  },
  followOnboarding: {
    method: 'GET',
    path: '/v1/onboarding/:id/stream',
    summary: 'Follow a run from its beginning, or from where a stream was left',
    callers: merchantReads,
    params: z.object({ id }),
    query: followOnboardingQuery,
    response: onboardingEvent,
    produces: 'text/event-stream',
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
