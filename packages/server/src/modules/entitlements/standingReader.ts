import type pg from 'pg'
import { bucketOf } from '../../kernel/bucket.ts'
import type { Clock } from '../../kernel/clock.ts'
import { customerName } from '../../kernel/customerName.ts'
import { notFound } from '../../kernel/errors.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import { withPipeline } from '../../platform/db/withPipeline.ts'
import { type Caches, readStandings, type Standing, type StandingRequest } from './readStandings.ts'

export interface StandingDependencies extends Caches {
  pool: pg.Pool
  clock: Clock
}

/** What is known of a customer and features; 404 when there is no such customer. */
export type StandingReader = (
  request: Omit<StandingRequest, 'bucket' | 'name'>,
) => Promise<Standing>

const MAX_BATCH = 500
const MAX_QUEUED = 20_000

/**
 * Reads for many requests in one READ ONLY transaction. A request joins the next one and never one
 * under way, whose snapshot may be older than a write that was answered before the request came.
 */
export function createStandingReader({
  pool,
  clock,
  ...caches
}: StandingDependencies): StandingReader {
  const batcher = createBatcher<StandingRequest, Standing | null>({
    run: (requests) =>
      withPipeline(pool, 'read', async (session) => ({
        result: await readStandings(session, caches, requests, clock.now()),
      })),
    customerOf: ({ name }) => name,
    bucketOf: ({ bucket }) => bucket,
    maxBatch: MAX_BATCH,
    lanes: 1,
    runsPerLane: 1,
    enough: MAX_BATCH,
    maxQueued: MAX_QUEUED,
    maxQueuedPerCustomer: MAX_QUEUED,
  })
  return async (request) => {
    const bucket = bucketOf(request.environmentId, request.customerId)
    const name = customerName(request)
    const [standing] = await batcher.submit([{ ...request, bucket, name }])
    if (!standing) throw notFound('customer', request.customerId)
    return standing
  }
}
