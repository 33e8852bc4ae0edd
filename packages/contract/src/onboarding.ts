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

const finding = z.object({
  kind: catalogKind,
  name: z.string(),
  confidence: z.number().min(0).max(1),
  evidence: z.string().nullable().meta({ description: 'The text of the page that supports it.' }),
})

export const onboardingCreated = finding.extend({ id, slug })
export const onboardingSkipped = finding.extend({
  id: id.nullable().meta({ description: 'The id of the existing object.' }),
  slug: slug.nullable(),
  reason: z.string().meta({
    description: '`already_exists`, or one sentence that says why nothing was created.',
  }),
})
export const onboardingFailed = z.object({
  kind: catalogKind,
  name: z.string(),
  error: z.string(),
})

/** An event to track, with the features that it affects. */
export const trackingContractEntry = z.object({
  eventName: z.string(),
  metric: z.string().meta({ description: 'Slug of the billable metric.' }),
  featureSlugs: z.array(slug),
  exampleEvent: z.record(z.string(), z.unknown()).meta({ description: 'Ready to track.' }),
})

export const onboardingStarted = z.object({ id, status: onboardingStatus })

/** The lists fill up during the run and are final once it is `completed` or `failed`. */
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
  missed: z.array(z.string()).meta({
    description: 'Parts of the page that could not be read or expressed, one sentence each.',
  }),
  changes: z.array(catalogChange).meta({
    description:
      'Differences between the page now and when it was last read. They take effect only when they are applied.',
  }),
  error: z.string().nullable().meta({ description: 'Why the run as a whole failed.' }),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
})
export type OnboardingRun = z.infer<typeof onboardingRun>

/** One server-sent event: `event` is its name, `data` its JSON. */
export const onboardingEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('status'), data: onboardingStarted }),
  z.object({ event: z.literal('found'), data: finding }),
  z.object({ event: z.literal('created'), data: onboardingCreated }),
  z.object({ event: z.literal('skipped'), data: onboardingSkipped }),
  z.object({ event: z.literal('failed'), data: onboardingFailed }),
  z.object({ event: z.literal('done'), data: onboardingRun }),
])
export type OnboardingEvent = z.infer<typeof onboardingEvent>

export const startOnboardingBody = z.strictObject({
  url: text().min(1).meta({
    description:
      "The merchant's public pricing page. If the page cannot be read, the run ends as `failed` with the reason.",
  }),
})

export const followOnboardingQuery = z.strictObject({
  after: z.coerce.number<number | string>().int().min(0).max(1_000_000).optional().meta({
    description:
      'Number of the last event received. The header `Last-Event-ID` has the same effect.',
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
    summary: 'Read an onboarding run and its results',
    callers: merchantReads,
    params: z.object({ id }),
    response: onboardingRun,
    errors: ['not_found'],
  },
  applyOnboarding: {
    method: 'POST',
    path: '/v1/onboarding/:id/apply',
    summary: 'Apply the changes that a run found on the page to the sandbox catalog',
    callers: merchantWrites,
    params: z.object({ id }),
    response: catalogDiff,
    errors: ['not_found', 'invalid_state'],
  },
  streamOnboarding: {
    method: 'POST',
    path: '/v1/onboarding/stream',
    summary: 'Sandbox only: draft a catalog and follow the progress as server-sent events',
    callers: merchantWrites,
    body: startOnboardingBody,
    response: onboardingEvent,
    produces: 'text/event-stream',
    errors: ['invalid_state'],
  },
  followOnboarding: {
    method: 'GET',
    path: '/v1/onboarding/:id/stream',
    summary: 'Follow a run from the start, or from the point where a stream ended',
    callers: merchantReads,
    params: z.object({ id }),
    query: followOnboardingQuery,
    response: onboardingEvent,
    produces: 'text/event-stream',
    errors: ['not_found'],
  },
} as const satisfies EndpointGroup
