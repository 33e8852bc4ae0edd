import { bucketOf } from '../../../kernel/bucket.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PaymentMethodRecord } from '../read/paymentMethods.ts'

const columns = (method: PaymentMethodRecord) => ({
  type: method.type,
  status: method.status,
  card_last4: method.cardLast4,
  card_brand: method.cardBrand,
  exp_month: method.expMonth,
  exp_year: method.expYear,
  updated_at: method.updatedAt,
})

export async function insertPaymentMethod(
  tx: Tx,
  environmentId: string,
  method: PaymentMethodRecord,
): Promise<void> {
  await tx
    .insertInto('payment_methods')
    .values({
      bucket: bucketOf(environmentId, method.customerId),
      environment_id: environmentId,
      id: method.id,
      customer_id: method.customerId,
      provider: method.provider,
      provider_method_id: method.providerMethodId,
      created_at: method.createdAt,
      ...columns(method),
    })
    .execute()
}

/** What is kept of a method besides what the API shows. */
export interface Notes {
  /** When the provider learned that it is detached; null while it has still to be told. */
  detachedAtProviderAt?: Date | null
  /** When the provider is told next, if the job of the detaching did not get there. */
  detachDueAt?: Date | null
  /** When the merchant was told that it runs out; null when that is still to be told. */
  expiringToldAt?: Date | null
}

export async function updatePaymentMethod(
  tx: Tx,
  environmentId: string,
  method: PaymentMethodRecord,
  { detachedAtProviderAt, detachDueAt, expiringToldAt }: Notes = {},
): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({
      ...columns(method),
      ...(detachedAtProviderAt !== undefined && { detached_at_provider_at: detachedAtProviderAt }),
      ...(detachDueAt !== undefined && { detach_due_at: detachDueAt, detach_tries: 0 }),
      ...(expiringToldAt !== undefined && { expiring_told_at: expiringToldAt }),
    })
    .where('bucket', '=', bucketOf(environmentId, method.customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', method.id)
    .execute()
}

/** Customers that have, or had, this method of a provider. */
export async function findOwnersAtProvider(
  tx: Tx,
  method: { environmentId: string; provider: string; providerMethodId: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_methods')
    .select('customer_id')
    .where('environment_id', '=', method.environmentId)
    .where('provider', '=', method.provider)
    .where('provider_method_id', '=', method.providerMethodId)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}
