import { bucketOf } from '../../../kernel/bucket.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'

export interface StoredAccount {
  organizationId: string
  environment: 'sandbox' | 'live'
  chosen: string | null
  /** The keys at the requested provider; null if there are none. */
  sealed: Buffer | null
  updatedAt: Date | null
}

/** Reads an environment and its keys at a provider: the given one, or else the chosen one. */
export async function findProviderAccount(
  db: Database | Tx,
  environmentId: string,
  provider: string | null,
): Promise<StoredAccount | null> {
  const row = await db
    .selectFrom('environments as e')
    .leftJoin('payment_provider_accounts as a', (join) =>
      join
        .onRef('a.environment_id', '=', 'e.id')
        .on((eb) =>
          eb('a.provider', '=', provider === null ? eb.ref('e.payment_provider') : provider),
        ),
    )
    .select(['e.organization_id', 'e.kind', 'e.payment_provider'])
    .select(['a.sealed_credentials', 'a.updated_at'])
    .where('e.id', '=', environmentId)
    .executeTakeFirst()
  return row
    ? {
        organizationId: row.organization_id,
        environment: row.kind as StoredAccount['environment'],
        chosen: row.payment_provider,
        sealed: row.sealed_credentials,
        updatedAt: row.updated_at,
      }
    : null
}

/** Serializes changes to the settings of an environment without blocking its payments. */
export const lockEnvironment = (tx: Tx, environmentId: string) =>
  tx
    .selectFrom('environments')
    .select('id')
    .where('id', '=', environmentId)
    .forNoKeyUpdate()
    .execute()

export const saveProviderAccount = (
  tx: Tx,
  account: { environmentId: string; provider: string; sealed: Buffer; now: Date },
) =>
  tx
    .insertInto('payment_provider_accounts')
    .values({
      environment_id: account.environmentId,
      provider: account.provider,
      sealed_credentials: account.sealed,
      created_at: account.now,
      updated_at: account.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['environment_id', 'provider'])
        .doUpdateSet({ sealed_credentials: account.sealed, updated_at: account.now }),
    )
    .execute()

export const writeChosenProvider = (tx: Tx, environmentId: string, provider: string) =>
  tx
    .updateTable('environments')
    .set({ payment_provider: provider })
    .where('id', '=', environmentId)
    .execute()

interface Key {
  environmentId: string
  customerId: string
  provider: string
}

/** Returns the customer's id at a provider; null if it has none yet. */
export async function findProviderCustomerId(
  tx: Tx,
  { environmentId, customerId, provider }: Key,
): Promise<string | null> {
  const row = await tx
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('bucket', '=', bucketOf(environmentId, customerId))
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.provider_customer_id ?? null
}

/** Returns the customer with this id at a provider; null if there is none. */
export async function findCustomerAtProvider(
  tx: Tx,
  environmentId: string,
  provider: string,
  providerCustomerId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('provider_customers')
    .select('customer_id')
    .where('environment_id', '=', environmentId)
    .where('provider', '=', provider)
    .where('provider_customer_id', '=', providerCustomerId)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

export async function insertProviderCustomer(
  tx: Tx,
  { environmentId, customerId, provider }: Key,
  providerCustomerId: string,
  createdAt: Date,
): Promise<void> {
  await tx
    .insertInto('provider_customers')
    .values({
      bucket: bucketOf(environmentId, customerId),
      environment_id: environmentId,
      customer_id: customerId,
      provider,
      provider_customer_id: providerCustomerId,
      created_at: createdAt,
    })
    .execute()
}
