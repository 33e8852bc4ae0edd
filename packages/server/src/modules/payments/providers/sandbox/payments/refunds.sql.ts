import type { Selectable } from 'kysely'
import type { Database, Tx } from '../../../../../platform/db/database.ts'
import { json } from '../../../../../platform/db/json.ts'
import type { DB } from '../../../../../platform/db/tables.ts'

export interface SandboxRefund {
  environmentId: string
  id: string
  intentId: string
  requestKey: string
  amount: number
  currency: string
  /** The reason for a failure; null if the refund succeeded. */
  error: { code: string; message: string } | null
}

export async function insertSandboxRefund(tx: Tx, refund: SandboxRefund, now: Date): Promise<void> {
  await tx
    .insertInto('sandbox_refunds')
    .values({
      environment_id: refund.environmentId,
      id: refund.id,
      intent_id: refund.intentId,
      request_key: refund.requestKey,
      status: refund.error ? 'failed' : 'succeeded',
      amount: refund.amount,
      currency: refund.currency,
      error: refund.error && json(refund.error),
      created_at: now,
    })
    .execute()
}

export async function findSandboxRefund(
  db: Database,
  environmentId: string,
  by: { id: string } | { requestKey: string },
): Promise<SandboxRefund | null> {
  const row = await db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('request_key', '=', by.requestKey)))
    .executeTakeFirst()
  return row ? refundOf(row) : null
}

/** The amount of a payment that is already refunded. */
export async function sumRefunded(tx: Tx, environmentId: string, intentId: string) {
  const row = await tx
    .selectFrom('sandbox_refunds')
    .select((eb) => eb.fn.sum('amount').as('sum'))
    .where('environment_id', '=', environmentId)
    .where('intent_id', '=', intentId)
    .where('status', '=', 'succeeded')
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

const refundOf = (row: Selectable<DB['sandbox_refunds']>): SandboxRefund => ({
  environmentId: row.environment_id,
  id: row.id,
  intentId: row.intent_id,
  requestKey: row.request_key,
  amount: row.amount,
  currency: row.currency,
  error: row.error as SandboxRefund['error'],
})
