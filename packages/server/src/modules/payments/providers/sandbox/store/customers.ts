import type { Database, Tx } from '../../../../../platform/db/database.ts'
import { sandboxId } from '../core/sandboxId.ts'

/** The provider's id of a customer; asking twice makes one. */
export async function ensureCustomer(
  db: Database,
  environmentId: string,
  customer: { customerId: string; name: string | null; email: string | null },
  now: Date,
): Promise<string> {
  const { name, email } = customer
  const { id } = await db
    .insertInto('sandbox_customers')
    .values({
      environment_id: environmentId,
      id: sandboxId('customer'),
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
