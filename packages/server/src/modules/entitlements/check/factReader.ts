import type pg from 'pg'
import { bucketOfCustomer } from '../../../kernel/bucket.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { notFound } from '../../../kernel/errors.ts'
import { createBatcher } from '../../../platform/db/batch/batcher.ts'
import { TransactionAlreadyEnded } from '../../../platform/db/batch/pipeline.ts'
import { withPipeline } from '../../../platform/db/batch/withPipeline.ts'
import type { Session } from '../../../platform/db/session.ts'
import {
  type Caches,
  type CheckRequest,
  type CustomerFacts,
  readFacts,
  takesOneRoundTrip,
} from './readFacts.ts'

export interface CheckDependencies extends Caches {
  pool: pg.Pool
  clock: Clock
}

/** Reads the facts about features for a customer. Throws a 404 error for an unknown customer. */
export type FactReader = (
  request: Omit<CheckRequest, 'bucket' | 'mapKey'>,
) => Promise<CustomerFacts>

const MAX_BATCH = 500
const MAX_QUEUED = 20_000

/**
 * Reads facts for many requests in one READ ONLY transaction. A request joins the next batch, never
 * one in flight. The snapshot of a batch in flight may be older than a write that was answered
 * before the request arrived.
 */
export function createFactReader({ pool, clock, ...caches }: CheckDependencies): FactReader {
  const batcher = createBatcher<CheckRequest, CustomerFacts | null>({
    run: (requests, { makeWay }) => {
      // Each batch uses a separate connection, so that the next batch can start in the meantime.
      makeWay()
      const work = async (session: Session) => ({
        result: await readFacts(session, caches, requests, clock.now()),
      })
      if (!takesOneRoundTrip(caches, requests)) return withPipeline(pool, 'read', work)
      return withPipeline(pool, 'readInOneRoundTrip', work).catch((error: unknown) => {
        if (!(error instanceof TransactionAlreadyEnded)) throw error
        return withPipeline(pool, 'read', work)
      })
    },
    customerOf: ({ mapKey }) => mapKey,
    bucketOf: ({ bucket }) => bucket,
    maxBatch: MAX_BATCH,
    lanes: 1,
    runsPerLane: 2,
    enough: MAX_BATCH,
    maxQueued: MAX_QUEUED,
    maxQueuedPerCustomer: MAX_QUEUED,
  })
  return async (request) => {
    const mapKey = customerMapKey(request)
    const bucket = bucketOfCustomer(mapKey)
    const [facts] = await batcher.submit([{ ...request, bucket, mapKey }])
    if (!facts) throw notFound('customer', request.customerId)
    return facts
  }
}
