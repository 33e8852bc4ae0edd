import type { Selectable } from 'kysely'
import type { Database, Tx } from '../../../../../platform/db/database.ts'
import { json } from '../../../../../platform/db/json.ts'
import type { DB } from '../../../../../platform/db/tables.ts'
import type { Refusal, StoredCard } from '../methods/testCards.core.ts'

/** A payment, or a form that saves a method. */
export interface Intent {
  environmentId: string
  id: string
  kind: 'setup' | 'payment'
  flow: 'form' | 'off_session'
  ownerId: string
  requestKey: string
  status: 'requires_method' | 'requires_challenge' | 'succeeded' | 'failed' | 'canceled'
  methodId: string | null
  /** The card that waits for its challenge. */
  card: StoredCard | null
  amount: number | null
  currency: string | null
  description: string | null
  error: Refusal | null
  successUrl: string | null
  cancelUrl: string | null
  createdAt: Date
}

export async function insertIntent(tx: Tx, intent: Intent): Promise<void> {
  await tx
    .insertInto('sandbox_intents')
    .values({
      environment_id: intent.environmentId,
      id: intent.id,
      kind: intent.kind,
      flow: intent.flow,
      owner_id: intent.ownerId,
      request_key: intent.requestKey,
      amount: intent.amount,
      currency: intent.currency,
      description: intent.description,
      success_url: intent.successUrl,
      cancel_url: intent.cancelUrl,
      created_at: intent.createdAt,
      ...progressOf(intent, intent.createdAt),
    })
    .execute()
}

/** Writes the columns that can change. */
export async function saveIntent(tx: Tx, intent: Intent, now: Date): Promise<void> {
  await tx
    .updateTable('sandbox_intents')
    .set(progressOf(intent, now))
    .where('environment_id', '=', intent.environmentId)
    .where('id', '=', intent.id)
    .execute()
}

const progressOf = ({ status, methodId, card, error }: Intent, now: Date) => ({
  status,
  method_id: methodId,
  card: card && json(card),
  error: error && json(error),
  updated_at: now,
})

/** Finds an intent by its id alone, because a browser does not know the environment. */
export async function findIntentById(db: Database | Tx, id: string): Promise<Intent | null> {
  const row = await db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? intentOf(row) : null
}

export async function findSandboxPayment(
  db: Database | Tx,
  environmentId: string,
  by: { id: string } | { requestKey: string },
): Promise<Intent | null> {
  const row = await db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('kind', '=', 'payment')
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('request_key', '=', by.requestKey)))
    .executeTakeFirst()
  return row ? intentOf(row) : null
}

export async function lockIntent(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<Intent | null> {
  const row = await tx
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? intentOf(row) : null
}

// The check constraints of the table allow the same values as these types.
const intentOf = (row: Selectable<DB['sandbox_intents']>): Intent => ({
  environmentId: row.environment_id,
  id: row.id,
  kind: row.kind as Intent['kind'],
  flow: row.flow as Intent['flow'],
  ownerId: row.owner_id,
  requestKey: row.request_key,
  status: row.status as Intent['status'],
  methodId: row.method_id,
  card: row.card as StoredCard | null,
  amount: row.amount,
  currency: row.currency,
  description: row.description,
  error: row.error as Refusal | null,
  successUrl: row.success_url,
  cancelUrl: row.cancel_url,
  createdAt: row.created_at,
})

/** Reads the environment's name. Forms show it as the name of the merchant. */
export async function findMerchantName(db: Database | Tx, environmentId: string): Promise<string> {
  const { name } = await db
    .selectFrom('environments')
    .select('name')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return name
}
