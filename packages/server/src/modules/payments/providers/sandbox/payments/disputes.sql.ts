import type { Selectable } from 'kysely'
import { bucketOfId } from '../../../../../kernel/ids.ts'
import type { Database, Tx } from '../../../../../platform/db/database.ts'
import type { DB } from '../../../../../platform/db/tables.ts'

export interface SandboxDispute {
  environmentId: string
  id: string
  intentId: string
  status: 'open' | 'won' | 'lost'
  reason: string
  amount: number
  createdAt: Date
}

export async function insertSandboxDispute(tx: Tx, dispute: SandboxDispute): Promise<void> {
  await tx
    .insertInto('sandbox_disputes')
    .values({
      environment_id: dispute.environmentId,
      id: dispute.id,
      intent_id: dispute.intentId,
      status: dispute.status,
      reason: dispute.reason,
      amount: dispute.amount,
      created_at: dispute.createdAt,
    })
    .execute()
}

export async function findSandboxDispute(
  db: Database | Tx,
  environmentId: string,
  id: string,
): Promise<SandboxDispute | null> {
  const row = await db
    .selectFrom('sandbox_disputes')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? disputeOf(row) : null
}

export async function hasOpenDispute(
  tx: Tx,
  environmentId: string,
  intentId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sandbox_disputes')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('intent_id', '=', intentId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes an open dispute. Returns false if it was closed before. */
export async function decideDispute(
  tx: Tx,
  { environmentId, id }: SandboxDispute,
  outcome: 'won' | 'lost',
): Promise<boolean> {
  const result = await tx
    .updateTable('sandbox_disputes')
    .set({ status: outcome })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

const disputeOf = (row: Selectable<DB['sandbox_disputes']>): SandboxDispute => ({
  environmentId: row.environment_id,
  id: row.id,
  intentId: row.intent_id,
  status: row.status as SandboxDispute['status'],
  reason: row.reason,
  amount: row.amount,
  createdAt: row.created_at,
})

/** Finds the provider's id of a Purser payment. Returns null if there is no such payment. */
export async function findPaymentAtSandbox(
  tx: Tx,
  environmentId: string,
  paymentId: string,
): Promise<{ providerPaymentId: string | null } | null> {
  const bucket = bucketOfId('payment', paymentId)
  if (bucket === null) return null
  const row = await tx
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('id', '=', paymentId)
    .where('provider', '=', 'sandbox')
    .executeTakeFirst()
  return row ? { providerPaymentId: row.provider_payment_id } : null
}

/** Finds the Purser payment with this id at the provider. */
export async function findPurserPaymentId(
  db: Database | Tx,
  environmentId: string,
  providerPaymentId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('provider', '=', 'sandbox')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst()
  return row?.id ?? null
}
