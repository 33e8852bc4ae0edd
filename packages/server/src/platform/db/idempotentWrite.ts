import { sql } from 'kysely'
import { PurserError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
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

export interface Content {
  status: number
  /** JSON text, kept as it was sent so that a replay is equal to the byte. */
  body: string
}

export interface Answer extends Content {
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
  write: (tx: Tx) => Promise<Content>,
): Promise<Answer> {
  return withTransaction(db, async (tx) => {
    if (!request) return { ...(await write(tx)), replayed: false }
    await claim(tx, request)
    const known = await find(tx, request)
    if (known?.answer) return known.answer
    const answer = await write(tx)
    await store(tx, request, { answer })
    return { ...answer, replayed: false }
  })
}

/** What a staged write has begun: an answer already, or the name of what is to be gone on with. */
export type Begun = { answer: Content } | { ticket: string }

/** How long whoever runs a staged write has it to itself: longer than any call to a provider. */
const LEASE_MS = 60_000

/**
 * The template of a write with a call to the outside in its middle. `begin` writes what is to be
 * done, and its name is stored with the key in the same transaction; `resume` does it and must find
 * out how far it got, because after a crash the next request with this key resumes where the first
 * one stopped. What `resume` throws is not stored: the request may be sent again.
 */
export async function stagedWrite(
  db: Database,
  request: IdempotencyRequest | null,
  begin: (tx: Tx) => Promise<Begun>,
  resume: (ticket: string) => Promise<Content>,
): Promise<Answer> {
  const begun = await withTransaction(db, async (tx): Promise<Begun | Answer> => {
    if (!request) return begin(tx)
    await claim(tx, request)
    const known = await find(tx, request)
    if (known?.answer) return known.answer
    if (known?.ticket) {
      await lease(tx, request)
      return { ticket: known.ticket }
    }
    const first = await begin(tx)
    await store(tx, request, first)
    return first
  })
  if ('body' in begun) return begun
  if ('answer' in begun) return { ...begun.answer, replayed: false }
  try {
    const answer = await resume(begun.ticket)
    if (request) await withTransaction(db, (tx) => finish(tx, request, answer))
    return { ...answer, replayed: false }
  } catch (error) {
    if (request) await withTransaction(db, (tx) => letGo(tx, request))
    throw error
  }
}

/** Held to the end of the transaction: a second request with this key is told to wait. */
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

/** What is known of this key: its answer, or what was begun under it and is nobody's now. */
async function find(
  tx: Tx,
  request: IdempotencyRequest,
): Promise<{ answer: Answer; ticket?: never } | { answer: null; ticket: string } | null> {
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

const letGo = (tx: Tx, request: IdempotencyRequest) =>
  update(tx, request).set({ running_until: null }).execute()

/** Whoever is first answers for good, should two have gone on with it. */
const finish = (tx: Tx, request: IdempotencyRequest, { status, body }: Content) =>
  update(tx, request)
    .where('status', 'is', null)
    .set({
      status,
      sealed_body: seal(Buffer.from(body), request.encryptionKey),
      running_until: null,
    })
    .execute()

async function store(tx: Tx, request: IdempotencyRequest, begun: Begun): Promise<void> {
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
      ...('answer' in begun
        ? {
            status: begun.answer.status,
            sealed_body: seal(Buffer.from(begun.answer.body), request.encryptionKey),
          }
        : { ticket: begun.ticket, running_until: leaseOf(request) }),
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
