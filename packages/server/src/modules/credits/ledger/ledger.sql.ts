import type { LedgerEntry } from '@purser/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseAmount } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { Deduction } from '../wallet/debit.core.ts'
import type { Wallet } from '../wallet/wallet.core.ts'
import { ledgerEntryId, parseLedgerEntryId, renderEntry } from './ledger.core.ts'

interface LedgerFilter {
  creditAccountId?: string | undefined
  /** An id or a slug. */
  creditCurrencyId?: string | undefined
  type?: LedgerEntry['type'] | undefined
  /** An id or a slug. */
  featureId?: string | undefined
  /** Both bounds are inclusive. */
  createdAfter?: string | undefined
  createdBefore?: string | undefined
}

interface Row {
  seq: number
  created_at: Date
  account_id: string
  credit_currency_id: string
  type: LedgerEntry['type']
  reason: LedgerEntry['reason']
  amount: string
  balance_before: string
  balance_after: string
  grant_id: string | null
  reservation_id: string | null
  invoice_id: string | null
  feature_id: string | null
  usage_event_id: string | null
  metadata: Record<string, unknown> | null
}

interface LedgerPosition {
  createdAt: Date
  walletId: string
  seq: number
}

function positionOf({ after }: PageRequest): LedgerPosition | null {
  if (after === null) return null
  const place = parseLedgerEntryId(after.id)
  if (place) return { createdAt: after.createdAt, ...place }
  throw invalidRequest([
    {
      path: 'query.cursor',
      message: 'is not a cursor of this list; pass nextCursor unchanged',
    },
  ])
}

const ALL = sql<SqlBool>`true`
const ifSet = <T>(value: T | null | undefined, test: (value: T) => RawBuilder<SqlBool>) =>
  value == null ? ALL : test(value)

/** The ids of catalog objects with this id or slug. */
const idsOf = (table: 'features' | 'credit_currencies', environmentId: string, name: string) => sql`
  ANY (ARRAY(SELECT id FROM ${sql.table(table)}
    WHERE environment_id = ${environmentId} AND (id = ${name} OR slug = ${name})))`

/**
 * Lists the ledger rows of a customer's wallets, newest first. The only index is on wallet and row
 * number, because every further index would slow down each write. Time never goes backwards in a
 * wallet, so a binary search over row numbers finds the bounds of a time range (`edge`).
 */
export async function listLedgerEntries(
  tx: Tx,
  { environmentId, customerId }: { environmentId: string; customerId: string },
  filter: LedgerFilter,
  page: PageRequest,
): Promise<{ data: LedgerEntry[]; nextCursor: string | null }> {
  const bucket = bucketOf(environmentId, customerId)
  const place = positionOf(page)
  const { rows } = await sql<Row>`
    WITH RECURSIVE wallet AS MATERIALIZED (
      SELECT id, credit_currency_id, last_seq FROM credit_accounts a
      WHERE bucket = ${bucket} AND environment_id = ${environmentId} AND customer_id = ${customerId}
        AND ${ifSet(filter.creditAccountId, (id) => sql`a.id = ${id}`)}
        AND ${ifSet(
          filter.creditCurrencyId,
          (name) => sql`a.credit_currency_id = ${idsOf('credit_currencies', environmentId, name)}`,
        )}
    ), halving AS (
      SELECT w.id, e.edge, e.instant, 0::bigint AS low, w.last_seq + 1 AS high
      FROM wallet w CROSS JOIN (VALUES
        ('first', ${filter.createdAfter ?? null}::timestamptz),
        ('last', least(${filter.createdBefore ?? null}::timestamptz,
          ${place?.createdAt ?? null}::timestamptz))
      ) AS e (edge, instant)
      WHERE e.instant IS NOT NULL
      UNION ALL
      SELECT h.id, h.edge, h.instant, CASE WHEN m.is_before THEN m.seq ELSE h.low END,
        CASE WHEN m.is_before THEN h.high ELSE m.seq END
      FROM halving h CROSS JOIN LATERAL (
        SELECT l.seq, l.created_at < h.instant OR (h.edge = 'last' AND l.created_at = h.instant)
          AS is_before
        FROM credit_ledger l
        WHERE l.bucket = ${bucket} AND l.account_id = h.id AND l.seq = (h.low + h.high) / 2
      ) m
      WHERE h.high - h.low > 1
    ), edge AS MATERIALIZED (
      SELECT w.id, w.credit_currency_id,
        coalesce((SELECT low FROM halving h
          WHERE h.id = w.id AND h.edge = 'first' AND high - low = 1), 0) + 1 AS first_seq,
        least(
          coalesce((SELECT low FROM halving h
            WHERE h.id = w.id AND h.edge = 'last' AND high - low = 1), w.last_seq),
          CASE WHEN w.id = ${place?.walletId ?? null} THEN ${place?.seq ?? 0}::bigint - 1 END
        ) AS last_seq
      FROM wallet w
    )
    SELECT l.*, e.credit_currency_id FROM edge e CROSS JOIN LATERAL (
      SELECT * FROM credit_ledger l
      WHERE l.bucket = ${bucket} AND l.account_id = e.id
        AND l.seq BETWEEN e.first_seq AND e.last_seq
        AND ${ifSet(filter.type, (type) => sql`l.type = ${type}`)}
        AND ${ifSet(
          filter.featureId,
          (name) => sql`l.feature_id = ${idsOf('features', environmentId, name)}`,
        )}
        AND ${ifSet(
          place,
          ({ createdAt, walletId, seq }) => sql`
            (l.created_at, l.account_id, l.seq) < (${createdAt}::timestamptz, ${walletId}, ${seq})`,
        )}
      ORDER BY l.seq DESC LIMIT ${page.limit + 1}
    ) l
    ORDER BY l.created_at DESC, l.account_id DESC, l.seq DESC LIMIT ${page.limit + 1}`.execute(tx)
  const entries = rows.map((row) => ({
    createdAt: row.created_at,
    id: ledgerEntryId(row.account_id, row.seq),
    row,
  }))
  return pageOf(entries, page.limit, ({ row }) => render(row, customerId))
}

const render = (row: Row, customerId: string): LedgerEntry =>
  renderEntry(
    { id: row.account_id, customerId, creditCurrencyId: row.credit_currency_id },
    {
      seq: row.seq,
      type: row.type,
      reason: row.reason,
      amount: parseAmount(row.amount),
      balanceBefore: parseAmount(row.balance_before),
      balanceAfter: parseAmount(row.balance_after),
      grantId: row.grant_id,
      reservationId: row.reservation_id,
      invoiceId: row.invoice_id,
      featureId: row.feature_id,
      usageEventId: row.usage_event_id,
      metadata: row.metadata,
      createdAt: row.created_at,
    },
  )

const READ: Statement = {
  name: 'credits-read-deductions',
  text: `
    SELECT grant_id AS "grantId", feature_id AS "featureId", amount FROM credit_ledger
    WHERE bucket = $1 AND account_id = $2 AND seq BETWEEN $3 AND $4 AND usage_event_id = $5
      AND type = 'DEBIT' AND reason = 'USAGE_DEDUCTION'
    ORDER BY seq`,
}

/** Reads the rows that debited credits for a usage event. */
export async function readDeductions(
  session: Session,
  wallet: Wallet,
  range: { usageEventId: string; firstSeq: number; lastSeq: number },
): Promise<Deduction[]> {
  const { bucket, id } = wallet
  const rows = await session.query<Omit<Deduction, 'amount'> & { amount: string }>(READ, [
    bucket,
    id,
    range.firstSeq,
    range.lastSeq,
    range.usageEventId,
  ])
  return rows.map((row) => ({ ...row, amount: parseAmount(row.amount) }))
}
