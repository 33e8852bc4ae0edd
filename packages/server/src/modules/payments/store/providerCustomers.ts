import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'

interface Key {
  environmentId: string
  customerId: string
  provider: string
}

/** The customer's id at a provider; null when it is not known there yet. */
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

/** Whose id at a provider it is; null for a stranger's. */
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
