import { sql } from 'kysely'
import { PurserError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { seal, unseal } from '../../kernel/seal.ts'
import type { Database, Tx } from './database.ts'
import { withTransaction } from './withTransaction.ts'

const KEPT_MS = 24 * 60 * 60 * 1000

export interface IdempotencyRequest {
  environmentId: string
  /** The API key or portal customer that calls. Two callers never share an idempotency key. */
  caller: string
  key: string
  /** A hash of method, path and body. The same key with another request is refused. */
  requestHash: Buffer
  now: Date
  /** Seals the stored answer, which may contain a secret that is shown only once. */
  encryptionKey: Uint8Array
}

export interface StoredResponse {
  status: number
  /** JSON text, stored as it was sent so that a replay is byte-identical. */
  body: string
}

export interface WriteResponse extends StoredResponse {
  replayed: boolean
}

/**
 * Runs a write at most once per idempotency key. The answer is stored in the same transaction as
 * the effect, so either both exist or neither does. A crash at any point never repeats the effect,
 * and a failed request leaves its key unused.
 */
export async function idempotentWrite(
  db: Database,
  request: IdempotencyRequest | null,
  write: (tx: Tx) => Promise<StoredResponse>,
): Promise<WriteResponse> {
  return withTransaction(db, async (tx) => {
    if (!request) return { ...(await write(tx)), replayed: false }
    await claim(tx, request)
    const stored = await find(tx, request)
    if (stored?.answer) return stored.answer
    const answer = await write(tx)
    await store(tx, request, { answer })
    return { ...answer, replayed: false }
  })
}

/** The result of a staged write's first stage: a final answer, or the id of the work to resume. */
export type BeginOutcome = { answer: StoredResponse } | { ticket: string }

/** The time for which a process may run a staged write alone: longer than any call to a provider. */
const LEASE_MS = 60_000

/**
 * Runs a write that calls an external service between two transactions. `begin` records the work to
 * do, and its id is stored with the key in the same transaction. `resume` does the work and must
 * find out how far it got: after a crash, the next request with this key resumes where the first
 * one stopped. If `resume` throws, nothing is stored and the request may be sent again.
 */
export async function idempotentStagedWrite(
  db: Database,
  request: IdempotencyRequest | null,
  begin: (tx: Tx) => Promise<BeginOutcome>,
  resume: (ticket: string) => Promise<StoredResponse>,
): Promise<WriteResponse> {
  const outcome = await withTransaction(db, async (tx): Promise<BeginOutcome | WriteResponse> => {
    if (!request) return begin(tx)
    await claim(tx, request)
    const stored = await find(tx, request)
    if (stored?.answer) return stored.answer
    if (stored?.ticket) {
      await lease(tx, request)
      return { ticket: stored.ticket }
    }
    const first = await begin(tx)
    await store(tx, request, first)
    return first
  })
  if ('body' in outcome) return outcome
  if ('answer' in outcome) return { ...outcome.answer, replayed: false }
  try {
    const answer = await resume(outcome.ticket)
    if (request) await withTransaction(db, (tx) => finish(tx, request, answer))
    return { ...answer, replayed: false }
  } catch (error) {
    if (request) await withTransaction(db, (tx) => endLease(tx, request))
    throw error
  }
}

/** Locks the key until the end of the transaction. A second request with this key must wait. */
async function claim(tx: Tx, { environmentId, caller, key }: IdempotencyRequest): Promise<void> {
  const name = JSON.stringify([environmentId, caller, key])
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS claimed`.execute(tx)
  if (!rows[0]?.claimed) throw inProgress()
}

const inProgress = (): PurserError =>
  new PurserError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Retry after a moment.',
    { retryAfterSeconds: 1 },
  )

/** Finds the key's stored answer, or the id of unfinished work that no process currently runs. */
async function find(
  tx: Tx,
  request: IdempotencyRequest,
): Promise<{ answer: WriteResponse; ticket?: never } | { answer: null; ticket: string } | null> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'sealed_body', 'ticket', 'running_until'])
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
  if (row.status !== null && row.sealed_body !== null) {
    const body = unseal(row.sealed_body, request.encryptionKey).toString('utf8')
    return { answer: { status: row.status, body, replayed: true } }
  }
  if (row.running_until !== null && row.running_until > request.now) throw inProgress()
  invariant(row.ticket !== null, 'a key without an answer has a ticket')
  return { answer: null, ticket: row.ticket }
}

const leaseOf = ({ now }: IdempotencyRequest): Date => new Date(now.getTime() + LEASE_MS)

const update = (tx: Tx, { environmentId, caller, key }: IdempotencyRequest) =>
  tx
    .updateTable('idempotency_keys')
    .where('environment_id', '=', environmentId)
    .where('caller', '=', caller)
    .where('key', '=', key)

const lease = (tx: Tx, request: IdempotencyRequest) =>
  update(tx, request)
    .set({ running_until: leaseOf(request) })
    .execute()

const endLease = (tx: Tx, request: IdempotencyRequest) =>
  update(tx, request).set({ running_until: null }).execute()

/** Stores the answer. If two processes resumed the same write, the first answer is final. */
const finish = (tx: Tx, request: IdempotencyRequest, { status, body }: StoredResponse) =>
  update(tx, request)
    .where('status', 'is', null)
    .set({
      status,
      sealed_body: seal(Buffer.from(body), request.encryptionKey),
      running_until: null,
    })
    .execute()

async function store(tx: Tx, request: IdempotencyRequest, outcome: BeginOutcome): Promise<void> {
  // An expired row that has not been purged yet would conflict.
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
      ...('answer' in outcome
        ? {
            status: outcome.answer.status,
            sealed_body: seal(Buffer.from(outcome.answer.body), request.encryptionKey),
          }
        : { ticket: outcome.ticket, running_until: leaseOf(request) }),
      created_at: request.now,
      expires_at: new Date(request.now.getTime() + KEPT_MS),
    })
    .execute()
}

/** Deletes keys older than 24 hours and returns how many. */
export async function purgeIdempotencyKeys(db: Database, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
