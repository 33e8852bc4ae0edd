import type { PaymentMethod } from '@purser/contract'
import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'

export interface PaymentMethodRecord {
  id: string
  customerId: string
  provider: string
  providerMethodId: string
  type: string
  status: 'active' | 'expired' | 'detached'
  isDefault: boolean
  cardLast4: string | null
  cardBrand: string | null
  expMonth: number | null
  expYear: number | null
  createdAt: Date
  updatedAt: Date
}

/** Methods of customers that are there, each with whether its customer's default points at it. */
const selectMethods = (tx: Tx, environmentId: string, bucket: number) =>
  tx
    .selectFrom('payment_methods as m')
    .innerJoin('customers as c', (join) =>
      join
        .onRef('c.bucket', '=', 'm.bucket')
        .onRef('c.environment_id', '=', 'm.environment_id')
        .onRef('c.id', '=', 'm.customer_id')
        .on('c.deleted_at', 'is', null),
    )
    .selectAll('m')
    .select(sql<boolean>`c.default_payment_method_id IS NOT DISTINCT FROM m.id`.as('is_default'))
    .where('m.bucket', '=', bucket)
    .where('m.environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof selectMethods>['execute']>>[number]

const toRecord = (row: Row): PaymentMethodRecord => ({
  id: row.id,
  customerId: row.customer_id,
  provider: row.provider,
  providerMethodId: row.provider_method_id,
  type: row.type,
  status: row.status as PaymentMethodRecord['status'],
  isDefault: row.is_default,
  cardLast4: row.card_last4,
  cardBrand: row.card_brand,
  expMonth: row.exp_month,
  expYear: row.exp_year,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** What the customer is charged with; null when it has no default, or one that ran out. */
export async function findDefaultMethod(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<PaymentMethodRecord | null> {
  const row = await selectMethods(tx, environmentId, bucketOf(environmentId, customerId))
    .where('m.customer_id', '=', customerId)
    .whereRef('c.default_payment_method_id', '=', 'm.id')
    .where('m.status', '=', 'active')
    .executeTakeFirst()
  return row ? toRecord(row) : null
}

/** A method in any state, a detached one included. */
export async function findPaymentMethod(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<PaymentMethodRecord | null> {
  const bucket = bucketOfId('paymentMethod', id)
  if (bucket === null) return null
  const row = await selectMethods(tx, environmentId, bucket)
    .where('m.id', '=', id)
    .executeTakeFirst()
  return row ? toRecord(row) : null
}

/** A customer's method by its id at the provider, in any state. */
export async function findMethodAtProvider(
  tx: Tx,
  environmentId: string,
  customerId: string,
  { provider, providerMethodId }: { provider: string; providerMethodId: string },
): Promise<PaymentMethodRecord | null> {
  const row = await selectMethods(tx, environmentId, bucketOf(environmentId, customerId))
    .where('m.customer_id', '=', customerId)
    .where('m.provider', '=', provider)
    .where('m.provider_method_id', '=', providerMethodId)
    .executeTakeFirst()
  return row ? toRecord(row) : null
}

/** A customer's methods but the detached ones, newest first; one more than the page has room for. */
export async function listPaymentMethods(
  tx: Tx,
  environmentId: string,
  customerId: string,
  page: PageRequest,
): Promise<PaymentMethodRecord[]> {
  const rows = await selectMethods(tx, environmentId, bucketOf(environmentId, customerId))
    .where('m.customer_id', '=', customerId)
    .where('m.status', '<>', 'detached')
    .where(afterCursor(page, sql.ref('m.created_at'), sql.ref('m.id')))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toRecord)
}

/** A payment method as the API shows it. */
export const renderPaymentMethod = (
  { provider, createdAt, updatedAt, ...method }: PaymentMethodRecord,
  organizationId: string,
): PaymentMethod => ({
  ...method,
  organizationId,
  paymentProviderId: provider,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
