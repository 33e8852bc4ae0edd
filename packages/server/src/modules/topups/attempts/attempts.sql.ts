import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { formatAmount, parseStored } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { SkipReason } from '../auto/autoTopUpDecision.core.ts'
import type { AttemptEnd, AttemptRecord, AttemptStatus, TopUpTrigger } from './attempt.core.ts'
import type { TopUpTerms } from './topUpTerms.core.ts'

const selectAttempts = (tx: Database | Tx) =>
  tx
    .selectFrom('topup_attempts as t')
    .innerJoin('credit_accounts as a', (join) =>
      join
        .onRef('a.bucket', '=', 't.bucket')
        .onRef('a.environment_id', '=', 't.environment_id')
        .onRef('a.id', '=', 't.account_id'),
    )
    .selectAll('t')
    .select(['a.customer_id', 'a.credit_currency_id'])

type Row = Awaited<ReturnType<ReturnType<typeof selectAttempts>['execute']>>[number]

const toAttempt = (row: Row): AttemptRecord => ({
  id: row.id,
  customerId: row.customer_id,
  walletId: row.account_id,
  creditCurrencyId: row.credit_currency_id,
  status: row.status as AttemptStatus,
  trigger: row.trigger_source as TopUpTrigger,
  fundingMethod: row.funding_method as AttemptRecord['fundingMethod'],
  terms: toTerms(row),
  balanceAtFire: parseStored(row.balance_at_fire),
  thresholdAtFire: parseStored(row.threshold_at_fire),
  grantId: row.grant_id,
  paymentId: row.payment_id,
  invoiceId: row.invoice_id,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  skipReason: row.skip_reason as SkipReason | null,
  createdAt: row.created_at,
  completedAt: row.completed_at,
})

const toTerms = (row: Row): TopUpTerms | null =>
  row.amount === null || row.charge_amount === null || row.charge_currency === null
    ? null
    : {
        creditCurrencyId: row.credit_currency_id,
        credits: parseStored(row.amount),
        charge: row.charge_amount,
        chargeCurrency: row.charge_currency,
        creditPackageId: row.credit_package_id,
        expiresAfterDays: row.expires_after_days,
        priority: row.priority,
        description: row.description ?? '',
      }

export async function findAttempt(
  tx: Database | Tx,
  environmentId: string,
  id: string,
): Promise<AttemptRecord | null> {
  const bucket = bucketOfId('paymentAttempt', id)
  if (bucket === null) return null
  const row = await selectAttempts(tx)
    .where('t.bucket', '=', bucket)
    .where('t.environment_id', '=', environmentId)
    .where('t.id', '=', id)
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

/** Returns whether any wallet of this customer has a pending attempt. */
export async function hasPendingAttempt(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<boolean> {
  const row = await selectAttempts(tx)
    .where('a.bucket', '=', bucketOf(environmentId, customerId))
    .where('a.environment_id', '=', environmentId)
    .where('a.customer_id', '=', customerId)
    .where('t.status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface AttemptFilter {
  customerId: string
  creditCurrencyId: string | undefined
  status: AttemptStatus | undefined
  trigger: TopUpTrigger | undefined
}

/**
 * Lists a customer's attempts, newest first. Reads one row more than the page holds, to detect a
 * next page.
 */
export async function listAttempts(
  tx: Tx,
  environmentId: string,
  { customerId, creditCurrencyId, status, trigger }: AttemptFilter,
  page: PageRequest,
): Promise<AttemptRecord[]> {
  const only = (
    column: Expression<unknown> | RawBuilder<unknown>,
    value: string | undefined,
  ): RawBuilder<SqlBool> => (value === undefined ? sql`true` : sql`${column} = ${value}`)
  const rows = await selectAttempts(tx)
    .where('a.bucket', '=', bucketOf(environmentId, customerId))
    .where('a.environment_id', '=', environmentId)
    .where('a.customer_id', '=', customerId)
    .where(only(sql.ref('a.credit_currency_id'), creditCurrencyId))
    .where(only(sql.ref('t.status'), status))
    .where(only(sql.ref('t.trigger_source'), trigger))
    .where(afterCursor(page, sql.ref('t.created_at'), sql.ref('t.id')))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toAttempt)
}

const bucketOfAttempt = (id: string): number => {
  const bucket = bucketOfId('paymentAttempt', id)
  invariant(bucket !== null, 'an attempt has a bucket')
  return bucket
}

/** The terms are null when a debit creates an attempt, because the debit does not know them. */
const termsColumns = (terms: TopUpTerms | null) => ({
  credit_package_id: terms?.creditPackageId ?? null,
  amount: terms ? formatAmount(terms.credits) : null,
  charge_amount: terms?.charge ?? null,
  charge_currency: terms?.chargeCurrency ?? null,
  expires_after_days: terms?.expiresAfterDays ?? null,
  priority: terms?.priority ?? null,
  description: terms?.description ?? null,
})

type NewAttempt = Pick<
  AttemptRecord,
  | 'id'
  | 'walletId'
  | 'trigger'
  | 'fundingMethod'
  | 'balanceAtFire'
  | 'thresholdAtFire'
  | 'createdAt'
>

export const insertTopUpAttempt = (
  tx: Tx,
  environmentId: string,
  attempt: NewAttempt,
  terms: TopUpTerms | null,
) =>
  tx
    .insertInto('topup_attempts')
    .values({
      bucket: bucketOfAttempt(attempt.id),
      environment_id: environmentId,
      id: attempt.id,
      account_id: attempt.walletId,
      status: 'pending',
      trigger_source: attempt.trigger,
      funding_method: attempt.fundingMethod,
      balance_at_fire: formatAmount(attempt.balanceAtFire),
      threshold_at_fire: formatAmount(attempt.thresholdAtFire),
      created_at: attempt.createdAt,
      ...termsColumns(terms),
    })
    .execute()

const updatePendingAttempt = (tx: Tx, environmentId: string, id: string) =>
  tx
    .updateTable('topup_attempts')
    .where('bucket', '=', bucketOfAttempt(id))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('status', '=', 'pending')

/** Writes the funding method and the terms before any charge is sent. */
export const writeTerms = (
  tx: Tx,
  environmentId: string,
  id: string,
  firing: { fundingMethod: AttemptRecord['fundingMethod']; terms: TopUpTerms },
) =>
  updatePendingAttempt(tx, environmentId, id)
    .set({ funding_method: firing.fundingMethod, ...termsColumns(firing.terms) })
    .execute()

export const writePaymentId = (tx: Tx, environmentId: string, id: string, paymentId: string) =>
  updatePendingAttempt(tx, environmentId, id).set({ payment_id: paymentId }).execute()

export const writeAttemptEnd = (
  tx: Tx,
  environmentId: string,
  id: string,
  end: AttemptEnd,
  completedAt: Date,
) =>
  updatePendingAttempt(tx, environmentId, id)
    .set({
      status: end.status,
      completed_at: completedAt,
      ...(end.status === 'succeeded' && { grant_id: end.grantId }),
      ...(end.status === 'failed' && {
        error_code: end.errorCode,
        error_message: end.errorMessage,
      }),
      ...(end.status === 'skipped' && { skip_reason: end.skipReason }),
    })
    .execute()
