import type { AutoTopUp, CreditAccount } from '@purser/contract'
import { sql } from 'kysely'
import { type Amount, parseStored, toNearestNumber } from '../../../kernel/amount.ts'
import { calendarPeriod } from '../../../kernel/calendar.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'

/** The rule by which a wallet refills itself. */
export interface AutoTopUpRule {
  enabled: boolean
  threshold: Amount
  creditPackageId: string | null
  /** Whole minor units of the wallet. */
  amount: number | null
  monthlyChargeLimit: number | null
}

/** What the log says of the automatic attempts of a wallet. */
interface AutoTopUpLog {
  lastFiredAt: Date | null
  /** The newest fires, newest first. */
  lastFires: Date[]
  lastFailedAt: Date | null
  consecutiveFailures: number
  totalFiresCount: number
  isPending: boolean
  monthToDateCharge: number
}

interface WalletPlace {
  environmentId: string
  bucket: number
  walletIds: readonly string[]
  /** Where the customer stands in time, and on which calendar. */
  now: Date
  timezone: string
}

/** Rules by wallet; a wallet that never had one is absent. */
export async function readAutoTopUpRules(
  tx: Tx,
  { environmentId, bucket, walletIds }: Omit<WalletPlace, 'now' | 'timezone'>,
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

/** A skipped attempt is none; `but` leaves one attempt out of account. */
export async function readAutoTopUpLogs(
  tx: Database | Tx,
  {
    environmentId,
    bucket,
    walletIds,
    now,
    timezone,
  }: Omit<WalletPlace, 'bucket'> & {
    bucket: number | readonly number[]
  },
  but: string | null = null,
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
      AND a.trigger_source <> 'manual' AND a.id IS DISTINCT FROM ${but}
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

/** A wallet for which nothing was ever bought by itself. */
export const EMPTY_LOG: AutoTopUpLog = {
  lastFiredAt: null,
  lastFires: [],
  lastFailedAt: null,
  consecutiveFailures: 0,
  totalFiresCount: 0,
  isPending: false,
  monthToDateCharge: 0,
}

/** A wallet that never had a rule shows one that is off. */
export const renderRule = (rule: AutoTopUpRule | undefined): AutoTopUp => ({
  enabled: rule?.enabled ?? false,
  threshold: rule ? toNearestNumber(rule.threshold) : 0,
  packageId: rule?.creditPackageId ?? null,
  amount: rule?.amount ?? null,
  monthlyChargeLimit: rule?.monthlyChargeLimit ?? null,
})

export const renderLog = (log: AutoTopUpLog = EMPTY_LOG): CreditAccount['autoTopupRuntime'] => ({
  lastFiredAt: log.lastFiredAt?.toISOString() ?? null,
  lastFailedAt: log.lastFailedAt?.toISOString() ?? null,
  consecutiveFailures: log.consecutiveFailures,
  totalFiresCount: log.totalFiresCount,
  isPending: log.isPending,
  monthToDateCharge: log.monthToDateCharge,
})
