import type { AutoTopUp, CreditAccount } from '@purser/contract'
import { sql } from 'kysely'
import {
  type Amount,
  formatAmount,
  parseStored,
  storedToNumber,
  toNearestNumber,
  ZERO,
} from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { calendarPeriod } from '../../../kernel/calendar.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { arrayLiteral } from '../../../platform/db/arrayLiteral.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Wallet } from '../wallet/wallet.core.ts'

export interface AutoTopUpRule {
  enabled: boolean
  threshold: Amount
  creditPackageId: string | null
  /** Whole minor units of the wallet's money. Null if a package is bought. */
  amount: number | null
  monthlyChargeLimit: number | null
}

/** A summary of a wallet's automatic top-up attempts. */
interface AutoTopUpLog {
  lastFiredAt: Date | null
  /** The two newest times at which the rule fired, newest first. */
  lastFires: Date[]
  lastFailedAt: Date | null
  consecutiveFailures: number
  totalFiresCount: number
  isPending: boolean
  monthToDateCharge: number
}

interface LogRequest {
  environmentId: string
  bucket: number
  walletIds: readonly string[]
  /** The customer's time, which determines the current calendar month. */
  now: Date
  timezone: string
}

/** Reads rules by wallet id. Wallets that never had a rule are absent. */
export async function readAutoTopUpRules(
  tx: Tx,
  { environmentId, bucket, walletIds }: Omit<LogRequest, 'now' | 'timezone'>,
): Promise<Map<string, AutoTopUpRule>> {
  if (walletIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('auto_topup_rules')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('account_id', 'in', walletIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        enabled: row.enabled,
        threshold: parseStored(row.threshold),
        creditPackageId: row.credit_package_id,
        amount: row.amount,
        monthlyChargeLimit: row.monthly_charge_limit,
      },
    ]),
  )
}

interface LogRow {
  account_id: string
  last_fires: Date[] | null
  last_failed_at: Date | null
  consecutive_failures: number
  total_fires: number
  is_pending: boolean
  month_to_date: number
}

/** Reads logs by wallet id. Skipped attempts do not count, and neither does `exceptId`. */
export async function readAutoTopUpLogs(
  tx: Database | Tx,
  {
    environmentId,
    bucket,
    walletIds,
    now,
    timezone,
  }: Omit<LogRequest, 'bucket'> & {
    bucket: number | readonly number[]
  },
  exceptId: string | null = null,
): Promise<Map<string, AutoTopUpLog>> {
  const month = calendarPeriod('month', now, timezone)
  const { rows } = await sql<LogRow>`
    SELECT a.account_id,
      (array_agg(a.created_at ORDER BY a.created_at DESC))[1:2] AS last_fires,
      max(a.completed_at) FILTER (WHERE a.status = 'failed') AS last_failed_at,
      count(*) FILTER (WHERE a.status = 'failed' AND (a.created_at, a.id) > (
        coalesce(s.created_at, '-infinity'), coalesce(s.id, '')))::int AS consecutive_failures,
      count(*)::int AS total_fires,
      bool_or(a.status = 'pending') AS is_pending,
      coalesce(sum(a.charge_amount) FILTER (WHERE a.status <> 'failed'
        AND a.created_at >= ${month.start} AND a.created_at < ${month.end}), 0)::bigint
        AS month_to_date
    FROM topup_attempts a
    LEFT JOIN LATERAL (
      SELECT s.created_at, s.id FROM topup_attempts s
      WHERE s.bucket = a.bucket AND s.account_id = a.account_id
        AND s.environment_id = a.environment_id AND s.status = 'succeeded'
        AND s.trigger_source <> 'manual'
      ORDER BY s.created_at DESC, s.id DESC LIMIT 1
    ) s ON true
    WHERE a.bucket = ANY(${[bucket].flat()}::smallint[]) AND a.environment_id = ${environmentId}
      AND a.account_id = ANY(${[...walletIds]}) AND a.status <> 'skipped'
      AND a.trigger_source <> 'manual' AND a.id IS DISTINCT FROM ${exceptId}
    GROUP BY a.account_id, s.created_at, s.id`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        lastFiredAt: row.last_fires?.[0] ?? null,
        lastFires: row.last_fires ?? [],
        lastFailedAt: row.last_failed_at,
        consecutiveFailures: row.consecutive_failures,
        totalFiresCount: row.total_fires,
        isPending: row.is_pending,
        monthToDateCharge: row.month_to_date,
      },
    ]),
  )
}

/** The log of a wallet that has never been topped up automatically. */
export const EMPTY_AUTO_TOP_UP_LOG: AutoTopUpLog = {
  lastFiredAt: null,
  lastFires: [],
  lastFailedAt: null,
  consecutiveFailures: 0,
  totalFiresCount: 0,
  isPending: false,
  monthToDateCharge: 0,
}

/** Renders a rule. A wallet without a rule gets a disabled one. */
export const renderAutoTopUpRule = (rule: AutoTopUpRule | undefined): AutoTopUp => ({
  enabled: rule?.enabled ?? false,
  threshold: rule ? toNearestNumber(rule.threshold) : 0,
  packageId: rule?.creditPackageId ?? null,
  amount: rule?.amount ?? null,
  monthlyChargeLimit: rule?.monthlyChargeLimit ?? null,
})

export const renderAutoTopUpLog = (
  log: AutoTopUpLog = EMPTY_AUTO_TOP_UP_LOG,
): CreditAccount['autoTopupRuntime'] => ({
  lastFiredAt: log.lastFiredAt?.toISOString() ?? null,
  lastFailedAt: log.lastFailedAt?.toISOString() ?? null,
  consecutiveFailures: log.consecutiveFailures,
  totalFiresCount: log.totalFiresCount,
  isPending: log.isPending,
  monthToDateCharge: log.monthToDateCharge,
})

/** A wallet with an enabled auto-top-up rule. */
interface AutoTopUpAccount {
  id: string
  creditCurrencyId: string
  threshold: number
  /** Minor units of money. Null if a package is bought. */
  amount: number | null
  creditPackageId: string | null
}

/** Lists a customer's wallets with an enabled rule, oldest first. */
export async function listAutoTopUpWallets(
  tx: Tx,
  environmentId: string,
  customerId: string,
): Promise<AutoTopUpAccount[]> {
  const rows = await tx
    .selectFrom('credit_accounts as a')
    .innerJoin('auto_topup_rules as r', (join) =>
      join
        .onRef('r.bucket', '=', 'a.bucket')
        .onRef('r.environment_id', '=', 'a.environment_id')
        .onRef('r.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.credit_currency_id', 'r.threshold', 'r.amount', 'r.credit_package_id'])
    .where('a.bucket', '=', bucketOf(environmentId, customerId))
    .where('a.environment_id', '=', environmentId)
    .where('a.customer_id', '=', customerId)
    .where('r.enabled', '=', true)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    creditCurrencyId: row.credit_currency_id,
    threshold: storedToNumber(row.threshold),
    amount: row.amount,
    creditPackageId: row.credit_package_id,
  }))
}

/** Runs under the customer's lock, so it sees every pending attempt. */
const ADD_ATTEMPTS: Statement = {
  name: 'credits-add-auto-topups',
  text: `
    INSERT INTO topup_attempts (bucket, environment_id, id, account_id, status, trigger_source,
      funding_method, balance_at_fire, threshold_at_fire, skip_reason, created_at, completed_at)
    SELECT v.bucket, v.environment_id, v.id, v.account_id,
      CASE WHEN p.id IS NULL THEN 'pending' ELSE 'skipped' END, 'auto', c.collection_method,
      v.balance, v.threshold, CASE WHEN p.id IS NOT NULL THEN 'already_pending' END, v.created_at,
      CASE WHEN p.id IS NOT NULL THEN v.created_at END
    FROM (
      SELECT unnest($1::smallint[]) AS bucket, unnest($2::text[]) AS environment_id,
        unnest($3::text[]) AS id, unnest($4::text[]) AS account_id,
        unnest($5::text[]) AS customer_id, unnest($6::numeric[]) AS balance,
        unnest($7::numeric[]) AS threshold, unnest($8::timestamptz[]) AS created_at
    ) AS v
    JOIN customers c ON c.bucket = v.bucket AND c.environment_id = v.environment_id
      AND c.id = v.customer_id
    LEFT JOIN topup_attempts p ON p.bucket = v.bucket AND p.environment_id = v.environment_id
      AND p.account_id = v.account_id AND p.status = 'pending' AND p.trigger_source <> 'manual'`,
}

const ENQUEUE_FIRE: Statement = {
  name: 'credits-hint-auto-topups',
  text: `
    SELECT enqueue_job('fireAutoTopUp', json_build_object('environmentId', environment_id,
      'attemptId', id), id, NULL)
    FROM (SELECT unnest($1::text[]) AS environment_id, unnest($2::text[]) AS id) AS v`,
}

/** Creates a pending attempt for each wallet with a low balance, and enqueues a job for it. */
export async function addAutoTopUps(session: Session, low: readonly Wallet[]): Promise<void> {
  if (low.length === 0) return
  const attempts = low.map((wallet) => ({
    wallet,
    id: newIdInBucket('paymentAttempt', wallet.bucket),
  }))
  await Promise.all([
    session.query(ADD_ATTEMPTS, [
      arrayLiteral(attempts, ({ wallet }) => wallet.bucket),
      arrayLiteral(attempts, ({ wallet }) => wallet.environmentId),
      arrayLiteral(attempts, ({ id }) => id),
      arrayLiteral(attempts, ({ wallet }) => wallet.id),
      arrayLiteral(attempts, ({ wallet }) => wallet.customerId),
      arrayLiteral(attempts, ({ wallet }) => formatAmount(wallet.balance)),
      arrayLiteral(attempts, ({ wallet }) => formatAmount(wallet.topUpThreshold ?? ZERO)),
      arrayLiteral(attempts, ({ wallet }) => wallet.updatedAt),
    ]),
    session.query(ENQUEUE_FIRE, [
      arrayLiteral(attempts, ({ wallet }) => wallet.environmentId),
      arrayLiteral(attempts, ({ id }) => id),
    ]),
  ])
}

export const writeTopUpThreshold = (
  tx: Tx,
  { bucket, environmentId, id }: Pick<Wallet, 'bucket' | 'environmentId' | 'id'>,
  threshold: Amount | null,
): Promise<unknown> =>
  tx
    .updateTable('credit_accounts')
    .set({ topup_threshold: threshold === null ? null : formatAmount(threshold) })
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
