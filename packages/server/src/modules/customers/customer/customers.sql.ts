import type { Customer } from '@purser/contract'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { CollectionMethod, CustomerKind } from './customerTerms.core.ts'

export interface CustomerRecord {
  id: string
  name: string | null
  email: string | null
  kind: CustomerKind
  currency: string
  collectionMethod: CollectionMethod
  netDays: number | null
  country: string | null
  region: string | null
  address: Customer['address']
  taxId: string | null
  taxExempt: boolean
  timezone: string
  metadata: Record<string, unknown>
  testClockId: string | null
  createdAt: Date
  updatedAt: Date
}

const selectCustomers = (tx: Tx, environmentId: string) =>
  tx
    .selectFrom('customers')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('deleted_at', 'is', null)

type CustomerRow = Awaited<ReturnType<ReturnType<typeof selectCustomers>['execute']>>[number]

const toCustomer = (row: CustomerRow): CustomerRecord => ({
  id: row.id,
  name: row.name,
  email: row.email,
  kind: row.kind as CustomerKind,
  currency: row.currency,
  collectionMethod: row.collection_method as CollectionMethod,
  netDays: row.net_days,
  country: row.country,
  region: row.region,
  address: row.address as Customer['address'],
  taxId: row.tax_id,
  taxExempt: row.tax_exempt,
  timezone: row.timezone,
  metadata: row.metadata as Record<string, unknown>,
  testClockId: row.test_clock_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Returns null if the customer does not exist or is deleted. */
export async function findCustomer(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<CustomerRecord | null> {
  const row = await selectCustomers(tx, environmentId)
    .where('bucket', '=', bucketOf(environmentId, id))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toCustomer(row) : null
}

interface CustomerFilter {
  search?: string | undefined
  kind?: CustomerKind | undefined
}

export async function listCustomers(
  tx: Tx,
  environmentId: string,
  { search, kind }: CustomerFilter,
  page: PageRequest,
): Promise<CustomerRecord[]> {
  // The search text is not a pattern, so its wildcards are escaped.
  const pattern = search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await selectCustomers(tx, environmentId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(pattern !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('id', 'ilike', pattern),
          eb('name', 'ilike', pattern),
          eb('email', 'ilike', pattern),
        ]),
      ),
    )
    .where(afterCursor(page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toCustomer)
}

export const renderCustomer = ({
  createdAt,
  updatedAt,
  ...customer
}: CustomerRecord): Customer => ({
  ...customer,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

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

/**
 * Inserts a row that can be locked. Concurrent first requests then run one after another, and the
 * second one updates the customer that the first one created.
 */
export async function insertPlaceholder(
  tx: Tx,
  scope: Scope,
  draft: CustomerRecord,
): Promise<void> {
  await tx
    .insertInto('customers')
    .values({
      bucket: bucketOf(scope.environmentId, draft.id),
      environment_id: scope.environmentId,
      id: draft.id,
      ...columns(draft),
      // The row stays invisible until it is saved.
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

/**
 * Removes personal data from the row. References to the customer's id stay intact. Returns false if
 * the customer does not exist.
 */
export async function anonymizeCustomer(tx: Tx, scope: Scope, id: string): Promise<boolean> {
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
 * Disables everything that could still charge a deleted customer. It runs in the same transaction
 * as the deletion, so a new customer with the same id never gets access to the old card. The
 * payments module notifies the provider later.
 */
export async function disableCharging(
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
