import { sql } from 'kysely'
import { PurserError } from '../../kernel/errors.ts'
import { seal, unseal } from '../../kernel/seal.ts'
import type { Database, Tx } from './database.ts'
import { withTransaction } from './withTransaction.ts'

const KEPT_MS = 24 * 60 * 60 * 1000

export interface IdempotencyRequest {
  environmentId: string
  /** The key or portal customer that calls; two callers never share an idempotency key. */
  caller: string
  key: string
  /** Hash of method, path and body: the same key with another request is refused. */
  requestHash: Buffer
  now: Date
  /** Seals the stored answer, which may hold a secret that is shown only once. */
  encryptionKey: Uint8Array
}

export interface Answer {
  status: number
  /** JSON text, kept as it was sent so that a replay is equal to the byte. */
  body: string
  replayed: boolean
}

/**
 * The one template of every write. The answer is stored in the transaction of the effect: either
 * both are there or neither, so a crash at any point never repeats the effect, and a failed
 * request leaves its key unused.
 */
export async function idempotentWrite(
  db: Database,
  request: IdempotencyRequest | null,
  write: (tx: Tx) => Promise<{ status: number; body: string }>,
): Promise<Answer> {
  return withTransaction(db, async (tx) => {
    if (!request) return { ...(await write(tx)), replayed: false }
    await claim(tx, request)
    const stored = await find(tx, request)
    if (stored) return stored
    const answer = await write(tx)
    await store(tx, request, answer)
    return { ...answer, replayed: false }
  })
}

/** Held to the end of the transaction: a second request with this key is told to wait. */
async function claim(tx: Tx, { environmentId, caller, key }: IdempotencyRequest): Promise<void> {
  const name = JSON.stringify([environmentId, caller, key])
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS claimed`.execute(tx)
  if (!rows[0]?.claimed) {
    throw new PurserError(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running. Retry after a moment.',
      { retryAfterSeconds: 1 },
    )
  }
}

async function find(tx: Tx, request: IdempotencyRequest): Promise<Answer | null> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'sealed_body'])
    .where('environment_id', '=', request.environmentId)
    .where('caller', '=', request.caller)
    .where('key', '=', request.key)
    .where('expires_at', '>', request.now)
    .executeTakeFirst()
  if (!row) return null
  if (!row.request_hash.equals(request.requestHash)) {
    throw new PurserError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request. Use a new key for a new request.',
    )
  }
  const body = unseal(row.sealed_body, request.encryptionKey).toString('utf8')
  return { status: row.status, body, replayed: true }
}

async function store(
  tx: Tx,
  request: IdempotencyRequest,
  answer: { status: number; body: string },
): Promise<void> {
  // An expired row that was not purged yet would stand in the way.
  await tx
    .deleteFrom('idempotency_keys')
    .where('environment_id', '=', request.environmentId)
    .where('caller', '=', request.caller)
    .where('key', '=', request.key)
    .where('expires_at', '<=', request.now)
    .execute()
  await tx
    .insertInto('idempotency_keys')
    .values({
      environment_id: request.environmentId,
      caller: request.caller,
      key: request.key,
      request_hash: request.requestHash,
      status: answer.status,
      sealed_body: seal(Buffer.from(answer.body), request.encryptionKey),
      created_at: request.now,
      expires_at: new Date(request.now.getTime() + KEPT_MS),
    })
    .execute()
}

/** Forgets keys past their 24 hours; returns how many. */
export async function purgeIdempotencyKeys(db: Database, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
