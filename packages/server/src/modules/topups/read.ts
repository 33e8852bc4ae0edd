import type { TopUpAttempt } from '@purser/contract'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Amount, parseStored, toNearestNumber } from '../../kernel/amount.ts'
import { bucketOf } from '../../kernel/bucket.ts'
import { bucketOfId } from '../../kernel/ids.ts'
import type { PageRequest } from '../../kernel/page.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { afterCursor } from '../../platform/db/pageQuery.ts'
import type { AttemptStatus, Trigger } from './core/attemptState.ts'
import type { SkipReason } from './core/decideFire.ts'
import type { TopUpTerms } from './core/topUpTerms.ts'

export interface AttemptRecord {
  id: string
  customerId: string
  walletId: string
  creditCurrencyId: string
  status: AttemptStatus
  trigger: Trigger
  fundingMethod: 'charge_automatically' | 'send_invoice'
  /** What it buys; null until it is fired. */
  terms: TopUpTerms | null
  balanceAtFire: Amount
  thresholdAtFire: Amount
  grantId: string | null
  paymentId: string | null
  invoiceId: string | null
  errorCode: string | null
  errorMessage: string | null
  skipReason: SkipReason | null
  createdAt: Date
  completedAt: Date | null
}

const select = (tx: Database | Tx) =>
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

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toAttempt = (row: Row): AttemptRecord => ({
  id: row.id,
  customerId: row.customer_id,
  walletId: row.account_id,
  creditCurrencyId: row.credit_currency_id,
  status: row.status as AttemptStatus,
  trigger: row.trigger_source as Trigger,
  fundingMethod: row.funding_method as AttemptRecord['fundingMethod'],
  terms: termsOf(row),
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

const termsOf = (row: Row): TopUpTerms | null =>
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
  const bucket = bucketOfId('topUpAttempt', id)
  if (bucket === null) return null
  const row = await select(tx)
    .where('t.bucket', '=', bucket)
    .where('t.environment_id', '=', environmentId)
    .where('t.id', '=', id)
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

/** Whether a wallet of this customer is being refilled. */
export async function hasPendingAttempt(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<boolean> {
  const row = await select(tx)
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
  trigger: Trigger | undefined
}

/** A customer's attempts, newest first; one more than the page has room for. */
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
  const rows = await select(tx)
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

/** An attempt as the API shows it. */
export const renderAttempt = (attempt: AttemptRecord): TopUpAttempt => ({
  id: attempt.id,
  customerId: attempt.customerId,
  creditAccountId: attempt.walletId,
  creditCurrencyId: attempt.creditCurrencyId,
  status: attempt.status,
  triggerSource: attempt.trigger,
  fundingMethod: attempt.fundingMethod,
  ...(attempt.terms && {
    amount: toNearestNumber(attempt.terms.credits),
    chargeAmount: attempt.terms.charge,
  }),
  balanceAtFire: toNearestNumber(attempt.balanceAtFire),
  thresholdAtFire: toNearestNumber(attempt.thresholdAtFire),
  grantId: attempt.grantId,
  ...(attempt.invoiceId !== null && { invoiceId: attempt.invoiceId }),
  ...(attempt.paymentId !== null && { paymentId: attempt.paymentId }),
  ...(attempt.errorCode !== null && { errorCode: attempt.errorCode }),
  ...(attempt.errorMessage !== null && { errorMessage: attempt.errorMessage }),
  ...(attempt.skipReason !== null && { skipReason: attempt.skipReason }),
  createdAt: attempt.createdAt.toISOString(),
  completedAt: attempt.completedAt?.toISOString() ?? null,
})
