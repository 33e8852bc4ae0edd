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

/** Selects methods of customers who are not deleted. `is_default` marks the customer's default. */
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

const toMethod = (row: Row): PaymentMethodRecord => ({
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

/**
 * The method that the customer is charged with, or null if there is no default or it has expired.
 */
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
  return row ? toMethod(row) : null
}

/** Finds a method in any state, including detached. */
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
  return row ? toMethod(row) : null
}

/** Finds a customer's method by its id at the provider, in any state. */
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
  return row ? toMethod(row) : null
}

/** Lists a customer's attached methods, newest first, with one more row than the page needs. */
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
  return rows.map(toMethod)
}

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

const methodColumns = (method: PaymentMethodRecord) => ({
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
      ...methodColumns(method),
    })
    .execute()
}

/** Columns that the API does not show. */
interface MethodBookkeeping {
  /** When the provider detached the method; null before that. */
  detachedAtProviderAt?: Date | null
  /** When to detach the method at the provider if its job was lost. */
  detachDueAt?: Date | null
  /** When the merchant was notified that the card expires; null if it was not. */
  expiryNotifiedAt?: Date | null
}

export async function updatePaymentMethod(
  tx: Tx,
  environmentId: string,
  method: PaymentMethodRecord,
  { detachedAtProviderAt, detachDueAt, expiryNotifiedAt }: MethodBookkeeping = {},
): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({
      ...methodColumns(method),
      ...(detachedAtProviderAt !== undefined && { detached_at_provider_at: detachedAtProviderAt }),
      ...(detachDueAt !== undefined && { detach_due_at: detachDueAt, detach_tries: 0 }),
      ...(expiryNotifiedAt !== undefined && { expiring_told_at: expiryNotifiedAt }),
    })
    .where('bucket', '=', bucketOf(environmentId, method.customerId))
    .where('environment_id', '=', environmentId)
    .where('id', '=', method.id)
    .execute()
}

/** Lists the customers who have or had this method of a provider. */
export async function findHoldersAtProvider(
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

/** A method that is detached in Purser but not yet at the provider. */
export interface MethodToDetach {
  environmentId: string
  id: string
  customerId: string
  provider: string
  providerMethodId: string
  /** The number of failed attempts. */
  tries: number
}

/** Includes methods of deleted customers, because the provider must detach them too. */
const selectMethodsToDetach = (tx: Tx) =>
  tx
    .selectFrom('payment_methods')
    .select(['environment_id as environmentId', 'id', 'customer_id as customerId', 'provider'])
    .select(['provider_method_id as providerMethodId', 'detach_tries as tries'])
    .where('status', '=', 'detached')
    .where('detached_at_provider_at', 'is', null)

export async function findMethodToDetach(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<MethodToDetach | null> {
  const row = await selectMethodsToDetach(tx)
    .where('bucket', '=', bucketOfId('paymentMethod', id))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export const findMethodsDueToDetach = (
  tx: Tx,
  now: Date,
  limit: number,
): Promise<MethodToDetach[]> =>
  selectMethodsToDetach(tx)
    .where('detach_due_at', '<=', now)
    .orderBy('detach_due_at')
    .orderBy('id')
    .limit(limit)
    .execute()

const updateMethodToDetach = (tx: Tx, { environmentId, id }: MethodToDetach) =>
  tx
    .updateTable('payment_methods')
    .where('bucket', '=', bucketOfId('paymentMethod', id))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    // The method may have been attached again since.
    .where('status', '=', 'detached')
    .where('detached_at_provider_at', 'is', null)

export const writeDetachedAtProvider = (tx: Tx, method: MethodToDetach, at: Date) =>
  updateMethodToDetach(tx, method)
    .set({ detached_at_provider_at: at, detach_due_at: null })
    .execute()

export const writeFailedDetach = (tx: Tx, method: MethodToDetach, dueAt: Date) =>
  updateMethodToDetach(tx, method)
    .set((eb) => ({ detach_tries: eb('detach_tries', '+', 1), detach_due_at: dueAt }))
    .execute()
