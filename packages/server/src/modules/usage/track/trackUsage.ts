import type { BodyOf, TrackResult, usageEndpoints } from '@purser/contract'
import type pg from 'pg'
import { formatAmount } from '../../../kernel/amount.ts'
import { bucketOfCustomer } from '../../../kernel/bucket.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { createBatcher } from '../../../platform/db/batch/batcher.ts'
import { createLane } from '../../../platform/db/batch/lane.ts'
import { runIsolating } from '../../../platform/db/batch/runIsolating.ts'
import { withPipeline } from '../../../platform/db/batch/withPipeline.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Session, sessionOf } from '../../../platform/db/session.ts'
import { readEvent } from '../event/event.core.ts'
import type { TrackOutcome } from './computeEvents.ts'
import { Confidence } from './confidence.core.ts'
import { createMemory } from './memory.ts'
import type { Rejection } from './planEvent.core.ts'
import type { TrackItem } from './planEvents.ts'
import { type TrackDependencies, trackEvents } from './trackEvents.ts'
import { trackFromMemory } from './trackFromMemory.ts'

type Body = BodyOf<typeof usageEndpoints.trackUsage>

export interface TrackUsage {
  /** Joins the next batch. The effects are durable when it resolves. */
  join(scope: Scope, body: Body): Promise<TrackResult>
  /** Records the events in the caller's transaction. */
  alone(tx: Tx, scope: Scope, body: Body): Promise<TrackResult>
}

const MAX_BATCH = 500
const MAX_QUEUED = 20_000
/** Keeps one customer from filling the queue and blocking the others. */
const MAX_QUEUED_PER_CUSTOMER = 10_000
const LANES = 2
const ENOUGH_FOR_A_LANE = 100

/** Creates the batcher that records usage events. */
export function createTrackUsage({
  pool,
  report,
  ...others
}: Omit<TrackDependencies, 'memory'> & {
  pool: pg.Pool
  /**
   * Called when an event could not be recorded, which is more often a bug than an invalid event.
   */
  report: (error: unknown) => void
}): TrackUsage {
  const dependencies: TrackDependencies = { ...others, memory: createMemory() }
  const confidence = new Confidence()
  const isolate = (items: TrackItem[]) =>
    runIsolating(
      items,
      (subset) =>
        withPipeline(pool, 'write', (session) => trackEvents(session, subset, dependencies)),
      (_item, error) => {
        report(error)
        return cannotBeRecorded(error)
      },
    )
  /** `recovering` counts the runs of a lane that are being split to isolate a failing event. */
  const lanes = Array.from({ length: LANES }, () => ({ line: createLane(pool), recovering: 0 }))
  const batcher = createBatcher<TrackItem, TrackOutcome>({
    run: async (items, { lane: at, makeWay, before }) => {
      const lane = lanes[at]
      invariant(lane, 'a run belongs to an existing lane')
      // An earlier batch failed and is being recorded again. This one must not overtake it.
      if (lane.recovering > 0) await before
      let isFromMemory = false
      try {
        const record = async (session: Session) => {
          const pipelined = confidence.allows()
            ? trackFromMemory(session, items, dependencies)
            : null
          isFromMemory = pipelined !== null
          return pipelined ?? trackEvents(session, items, dependencies)
        }
        const answers = await lane.line.run(record, makeWay)
        if (isFromMemory) confidence.rise()
        // An earlier run may have failed and must finish first: the runs of a lane end in order.
        await before
        return answers
      } catch (error) {
        if (isFromMemory) confidence.fall()
        if (error instanceof PurserError) throw error
        lane.recovering += 1
        await before
        return await isolate(items).finally(() => {
          lane.recovering -= 1
        })
      }
    },
    customerOf: ({ mapKey }) => mapKey,
    bucketOf: ({ bucket }) => bucket,
    maxBatch: MAX_BATCH,
    lanes: LANES,
    // One run finishes while the next one starts.
    runsPerLane: 2,
    enough: ENOUGH_FOR_A_LANE,
    maxQueued: MAX_QUEUED,
    maxQueuedPerCustomer: MAX_QUEUED_PER_CUSTOMER,
  })
  return {
    join: async (scope, body) => answerRequest(scope, body, (items) => batcher.submit(items)),
    alone: (tx, scope, body) =>
      answerRequest(scope, body, async (items) => {
        const { result, writes = [] } = await trackEvents(sessionOf(tx), items, dependencies)
        await Promise.all(writes)
        return result
      }),
  }
}

const cannotBeRecorded = (cause: unknown): Rejection => ({
  reason: 'invalid_event',
  message: `The event cannot be recorded (${(cause as { code?: string }).code ?? 'internal error'}); check its values, and report this if they are correct.`,
})

/**
 * Parses the events, records the valid ones and returns all results in the order of the request.
 */
async function answerRequest(
  { environmentId }: Scope,
  { events }: Body,
  record: (items: TrackItem[]) => Promise<TrackOutcome[]>,
): Promise<TrackResult> {
  const outcomes: (TrackOutcome | undefined)[] = new Array(events.length)
  const items: TrackItem[] = []
  const places: number[] = []
  for (const [index, raw] of events.entries()) {
    const event = readEvent(raw)
    if ('problem' in event) {
      outcomes[index] = { reason: 'invalid_event', message: `${event.problem}.` }
    } else {
      const mapKey = customerMapKey({ environmentId, customerId: event.customerId })
      items.push({ environmentId, bucket: bucketOfCustomer(mapKey), mapKey, event })
      places.push(index)
    }
  }
  if (items.length > 0) {
    for (const [at, outcome] of (await record(items)).entries()) {
      outcomes[places[at] as number] = outcome
    }
  }
  return renderOutcomes(outcomes as TrackOutcome[])
}

function renderOutcomes(outcomes: readonly TrackOutcome[]): TrackResult {
  const results: TrackResult['results'] = []
  const rejections: NonNullable<TrackResult['rejections']> = []
  for (const [index, outcome] of outcomes.entries()) {
    if ('reason' in outcome) {
      rejections.push({ index, reason: outcome.reason, message: outcome.message })
      continue
    }
    const { status, eventId, flow, featureSlug, creditCurrencyId } = outcome
    results.push({
      index,
      eventId,
      status,
      flow,
      featureSlug,
      creditCurrencyId,
      creditsDeducted: formatAmount(outcome.creditsDeducted),
      creditBalance: outcome.creditBalance && formatAmount(outcome.creditBalance),
    })
  }
  return {
    accepted: results.length,
    rejected: rejections.length,
    results,
    ...(rejections.length > 0 && { rejections }),
  }
}
