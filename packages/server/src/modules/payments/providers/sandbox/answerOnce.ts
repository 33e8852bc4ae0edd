import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/database.ts'
import { json } from '../../../../platform/db/json.ts'
import { withTransaction } from '../../../../platform/db/withTransaction.ts'
import { ProviderUnavailable } from '../../provider.ts'
import { internalError, type OperationResult, withFault } from './faults/withFault.ts'
import type { Sandbox } from './sandbox.ts'

interface KeyedRequest {
  operation: 'charge' | 'refund' | 'setup'
  key: string
  ownerId: string | null
  /** The request parameters in a fixed order, for the hash. */
  parameters: readonly (string | number | null)[]
}

/** The key was used with other parameters, so nothing was done. */
export class KeyReused extends Error {
  readonly code = 'idempotency_mismatch'

  constructor() {
    super('This idempotency key was used with other parameters.')
    this.name = 'KeyReused'
  }
}

/**
 * Acts once per idempotency key, as a real provider does. The answer is stored in the transaction
 * of the work and returned to later requests. A request that fails before its work leaves the key
 * unused. A request that fails after its work answers with the same error every time, so only a
 * lookup shows the outcome.
 */
export const answerOnce = <A>(
  sandbox: Sandbox,
  request: KeyedRequest,
  act: (tx: Tx, now: Date) => Promise<OperationResult<A>>,
): Promise<A> =>
  withFault(sandbox, request.operation, request.ownerId, (fault) =>
    withTransaction(sandbox.db, async (tx): Promise<OperationResult<A>> => {
      await claimKey(tx, sandbox, request)
      const hash = createHash('sha256').update(JSON.stringify(request.parameters)).digest()
      const previous = await findRequest(tx, sandbox, request)
      if (previous) {
        if (!previous.parameters_hash.equals(hash)) throw new KeyReused()
        if (previous.is_failure) throw internalError()
        return { answer: previous.answer as A, events: [] }
      }
      const now = sandbox.clock.now()
      const result = await act(tx, now)
      await tx
        .insertInto('sandbox_requests')
        .values({
          environment_id: sandbox.environmentId,
          operation: request.operation,
          request_key: request.key,
          parameters_hash: hash,
          answer: json(result.answer),
          is_failure: fault?.effect === 'error_after_commit',
          created_at: now,
        })
        .execute()
      return result
    }),
  )

/** Locks the key until the transaction ends. A concurrent request with the same key is refused. */
async function claimKey(tx: Tx, { environmentId }: Sandbox, { operation, key }: KeyedRequest) {
  const name = JSON.stringify(['sandbox', environmentId, operation, key])
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS claimed`.execute(tx)
  if (rows[0]?.claimed) return
  throw new ProviderUnavailable(
    'The sandbox provider answered 409: a request with this key is still in progress.',
  )
}

const findRequest = (tx: Tx, { environmentId }: Sandbox, { operation, key }: KeyedRequest) =>
  tx
    .selectFrom('sandbox_requests')
    .select(['parameters_hash', 'answer', 'is_failure'])
    .where('environment_id', '=', environmentId)
    .where('operation', '=', operation)
    .where('request_key', '=', key)
    .executeTakeFirst()
