import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/database.ts'
import { json } from '../../../../platform/db/json.ts'

/** A request to the sandbox provider that has an idempotency key. */
export interface RequestKey {
  environmentId: string
  operation: 'charge' | 'refund' | 'setup'
  key: string
}

/** Locks the key until the transaction ends. Returns false if another transaction has locked it. */
export async function tryLockRequest(tx: Tx, { environmentId, operation, key }: RequestKey) {
  const name = JSON.stringify(['sandbox', environmentId, operation, key])
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS claimed`.execute(tx)
  return rows[0]?.claimed ?? false
}

export const findRequest = (tx: Tx, { environmentId, operation, key }: RequestKey) =>
  tx
    .selectFrom('sandbox_requests')
    .select(['parameters_hash', 'answer', 'is_failure'])
    .where('environment_id', '=', environmentId)
    .where('operation', '=', operation)
    .where('request_key', '=', key)
    .executeTakeFirst()

export const insertRequest = (
  tx: Tx,
  { environmentId, operation, key }: RequestKey,
  outcome: { parametersHash: Buffer; answer: unknown; isFailure: boolean; now: Date },
) =>
  tx
    .insertInto('sandbox_requests')
    .values({
      environment_id: environmentId,
      operation,
      request_key: key,
      parameters_hash: outcome.parametersHash,
      answer: json(outcome.answer),
      is_failure: outcome.isFailure,
      created_at: outcome.now,
    })
    .execute()
