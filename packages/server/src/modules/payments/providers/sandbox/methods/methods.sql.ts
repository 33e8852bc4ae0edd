import type { Selectable } from 'kysely'
import type { Database, Tx } from '../../../../../platform/db/database.ts'
import type { DB } from '../../../../../platform/db/tables.ts'
import type { CardBehaviour, StoredCard } from './testCards.core.ts'

export interface SandboxMethod {
  environmentId: string
  id: string
  ownerId: string
  card: StoredCard
  isDetached: boolean
}

/** Saves a card. A second call with the same id changes nothing. */
export async function insertSandboxMethod(
  tx: Tx,
  { environmentId, id, ownerId, card }: Omit<SandboxMethod, 'isDetached'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('sandbox_methods')
    .values({
      environment_id: environmentId,
      id,
      owner_id: ownerId,
      behaviour: card.behaviour,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'id']).doNothing())
    .execute()
}

export async function findSandboxMethod(
  db: Database | Tx,
  environmentId: string,
  id: string,
): Promise<SandboxMethod | null> {
  const row = await selectSandboxMethod(db, environmentId, id).executeTakeFirst()
  return row ? methodOf(row) : null
}

export async function lockSandboxMethod(tx: Tx, environmentId: string, id: string) {
  const row = await selectSandboxMethod(tx, environmentId, id).forUpdate().executeTakeFirst()
  return row ? methodOf(row) : null
}

export async function markSandboxMethodDetached(
  tx: Tx,
  { environmentId, id }: SandboxMethod,
  now: Date,
) {
  await tx
    .updateTable('sandbox_methods')
    .set({ detached_at: now })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
}

const selectSandboxMethod = (db: Database | Tx, environmentId: string, id: string) =>
  db
    .selectFrom('sandbox_methods')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)

const methodOf = (row: Selectable<DB['sandbox_methods']>): SandboxMethod => ({
  environmentId: row.environment_id,
  id: row.id,
  ownerId: row.owner_id,
  card: {
    behaviour: row.behaviour as CardBehaviour,
    brand: row.brand,
    last4: row.last4,
    expMonth: row.exp_month,
    expYear: row.exp_year,
  },
  isDetached: row.detached_at !== null,
})

/** Returns the id of a customer. The first call stores the customer with `newId`. */
export async function ensureCustomer(
  db: Database,
  environmentId: string,
  newId: string,
  customer: { customerId: string; name: string | null; email: string | null },
  now: Date,
): Promise<string> {
  const { name, email } = customer
  const { id } = await db
    .insertInto('sandbox_customers')
    .values({
      environment_id: environmentId,
      id: newId,
      customer_reference: customer.customerId,
      name,
      email,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['environment_id', 'customer_reference']).doUpdateSet({ name, email }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function hasCustomer(
  db: Database | Tx,
  environmentId: string,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('sandbox_customers')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
