import { bucketOf } from '../../kernel/bucket.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { json } from '../../platform/db/json.ts'
import type { CustomerRecord } from './read.ts'

const columns = (customer: CustomerRecord) => ({
  name: customer.name,
  email: customer.email,
  kind: customer.kind,
  currency: customer.currency,
  collection_method: customer.collectionMethod,
  net_days: customer.netDays,
  country: customer.country,
  region: customer.region,
  address: customer.address === null ? null : json(customer.address),
  tax_id: customer.taxId,
  tax_exempt: customer.taxExempt,
  timezone: customer.timezone,
  metadata: json(customer.metadata),
  test_clock_id: customer.testClockId,
  created_at: customer.createdAt,
  updated_at: customer.updatedAt,
  deleted_at: null,
})

/** Makes the customer lockable: two first PUTs take turns, and the second updates what the first made. */
export async function prepareCustomer(tx: Tx, scope: Scope, draft: CustomerRecord): Promise<void> {
  await tx
    .insertInto('customers')
    .values({
      bucket: bucketOf(scope.environmentId, draft.id),
      environment_id: scope.environmentId,
      id: draft.id,
      ...columns(draft),
      // Invisible until it is saved.
      deleted_at: scope.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const saveCustomer = (tx: Tx, scope: Scope, customer: CustomerRecord) =>
  tx
    .updateTable('customers')
    .set(columns(customer))
    .where('bucket', '=', bucketOf(scope.environmentId, customer.id))
    .where('environment_id', '=', scope.environmentId)
    .where('id', '=', customer.id)
    .execute()

/** Takes what identifies a person out of the row; what refers to the customer's id stays whole. */
export async function anonymiseCustomer(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const result = await tx
    .updateTable('customers')
    .set({
      name: null,
      email: null,
      address: null,
      tax_id: null,
      metadata: json({}),
      deleted_at: scope.now,
      updated_at: scope.now,
    })
    .where('bucket', '=', bucketOf(scope.environmentId, id))
    .where('environment_id', '=', scope.environmentId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Ends what could still charge a customer who is gone, in the transaction in which it goes: somebody
 * made anew under the same id must not find a stranger's card. Payments tells the provider.
 */
export async function endCharging(
  tx: Tx,
  { environmentId, now }: Scope,
  customerId: string,
): Promise<void> {
  const bucket = bucketOf(environmentId, customerId)
  await tx
    .updateTable('customers')
    .set({ default_payment_method_id: null })
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('id', '=', customerId)
    .execute()
  await tx
    .updateTable('payment_methods')
    .set({ status: 'detached', updated_at: now, detach_due_at: now })
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'detached')
    .execute()
  const wallets = await tx
    .updateTable('credit_accounts')
    .set({ topup_threshold: null })
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  if (wallets.length === 0) return
  await tx
    .updateTable('auto_topup_rules')
    .set({ enabled: false, updated_at: now })
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where(
      'account_id',
      'in',
      wallets.map(({ id }) => id),
    )
    .execute()
}
