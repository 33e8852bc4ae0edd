import type { Customer } from '@purser/contract'
import { bucketOf } from '../../kernel/bucket.ts'
import type { PageRequest } from '../../kernel/page.ts'
import type { Tx } from '../../platform/db/database.ts'
import { afterCursor } from '../../platform/db/pageQuery.ts'
import type { CollectionMethod, CustomerKind } from './core/customerTerms.ts'

export interface CustomerRecord {
  id: string
  name: string | null
  email: string | null
  kind: CustomerKind
  currency: string
  collectionMethod: CollectionMethod
  netDays: number | null
  country: string | null
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
  taxExempt: row.tax_exempt,
  timezone: row.timezone,
  metadata: row.metadata as Record<string, unknown>,
  testClockId: row.test_clock_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The customer, or null when there is none or it was deleted. */
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
  // What the merchant typed is text to find, not a pattern.
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

/** A customer as the API shows it. */
export const renderCustomer = ({
  createdAt,
  updatedAt,
  ...customer
}: CustomerRecord): Customer => ({
  ...customer,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
