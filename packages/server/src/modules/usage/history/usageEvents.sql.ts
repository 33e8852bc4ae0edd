import type { UsageEventRecord } from '@purser/contract'
import { sql } from 'kysely'
import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'

const BUCKETS = 256

export interface StoredEvent {
  bucket: number
  id: string
  customerId: string
  eventName: string
  quantity: Amount
  properties: Record<string, unknown>
  occurredAt: Date
  createdAt: Date
  idempotencyKey: string | null
  flow: UsageEventRecord['flow']
  featureId: string | null
  featureSlug: string | null
  creditCurrencyId: string | null
  accountId: string | null
  creditsDeducted: Amount
  firstSeq: number | null
  lastSeq: number | null
  effects: unknown
  reversedAt: Date | null
}

interface EventColumns {
  bucket: number
  id: string
  customer_id: string
  event_name: string
  quantity: string
  properties: Record<string, unknown> | null
  occurred_at: Date
  created_at: Date
  idempotency_key: string | null
  flow: UsageEventRecord['flow']
  feature_id: string | null
  feature_slug: string | null
  credit_currency_id: string | null
  account_id: string | null
  credits_deducted: string
  first_seq: number | null
  last_seq: number | null
  effects: unknown
  reversed_at: Date | null
}

const toEvent = (row: EventColumns): StoredEvent => ({
  bucket: row.bucket,
  id: row.id,
  customerId: row.customer_id,
  eventName: row.event_name,
  quantity: parseAmount(row.quantity),
  properties: row.properties ?? {},
  occurredAt: row.occurred_at,
  createdAt: row.created_at,
  idempotencyKey: row.idempotency_key,
  flow: row.flow,
  featureId: row.feature_id,
  featureSlug: row.feature_slug,
  creditCurrencyId: row.credit_currency_id,
  accountId: row.account_id,
  creditsDeducted: parseAmount(row.credits_deducted),
  firstSeq: row.first_seq,
  lastSeq: row.last_seq,
  effects: row.effects,
  reversedAt: row.reversed_at,
})

const featureSlug = sql`
  (SELECT f.slug FROM features f WHERE f.environment_id = e.environment_id AND f.id = e.feature_id)
  AS feature_slug`

export async function findUsageEvent(
  tx: Tx,
  environmentId: string,
  bucket: number,
  id: string,
): Promise<StoredEvent | null> {
  const { rows } = await sql<EventColumns>`
    SELECT e.*, ${featureSlug} FROM usage_events e
    WHERE e.bucket = ${bucket} AND e.environment_id = ${environmentId} AND e.id = ${id}`.execute(tx)
  return rows[0] ? toEvent(rows[0]) : null
}

export interface EventFilter {
  customerId?: string | undefined
  eventName?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Lists events, newest first. Ids sort by the time of recording. */
export async function listEvents(
  tx: Tx,
  environmentId: string,
  { customerId, eventName, from, to }: EventFilter,
  { limit, after }: PageRequest,
): Promise<StoredEvent[]> {
  const isSelected = sql`
    e.environment_id = ${environmentId}
    AND (${after?.id ?? null}::text IS NULL OR e.id < ${after?.id ?? null})
    AND (${eventName ?? null}::text IS NULL OR e.event_name = ${eventName ?? null})
    AND (${from ?? null}::timestamptz IS NULL OR e.occurred_at >= ${from ?? null})
    AND (${to ?? null}::timestamptz IS NULL OR e.occurred_at <= ${to ?? null})`
  const newest = sql`ORDER BY e.id DESC LIMIT ${limit + 1}`
  // For all customers: read the newest events of each bucket by its index, then take the newest of
  // those.
  const page =
    customerId === undefined
      ? sql`SELECT e.* FROM generate_series(0, ${BUCKETS - 1}::int) AS b (bucket)
          CROSS JOIN LATERAL (SELECT e.* FROM usage_events e
            WHERE e.bucket = b.bucket AND ${isSelected} ${newest}) AS e ${newest}`
      : sql`SELECT e.* FROM usage_events e
          WHERE e.bucket = ${bucketOf(environmentId, customerId)}
            AND e.customer_id = ${customerId} AND ${isSelected} ${newest}`
  const { rows } = await sql<EventColumns>`
    SELECT e.*, ${featureSlug} FROM (${page}) AS e ORDER BY e.id DESC`.execute(tx)
  return rows.map(toEvent)
}

/** Lists totals by UTC day and event name, oldest first. Both `from` and `to` are included. */
export async function listUsageDays(
  tx: Tx,
  environmentId: string,
  customerId: string,
  window: { from: string; to: string; eventName?: string | undefined },
): Promise<{ date: string; eventName: string; total: Amount }[]> {
  const { rows } = await sql<{ date: string; event_name: string; total: string }>`
    SELECT day::text AS date, event_name, total FROM usage_days
    WHERE bucket = ${bucketOf(environmentId, customerId)} AND environment_id = ${environmentId}
      AND customer_id = ${customerId}
      AND day BETWEEN ${window.from}::date AND ${window.to}::date
      AND (${window.eventName ?? null}::text IS NULL OR event_name = ${window.eventName ?? null})
    ORDER BY day, event_name`.execute(tx)
  return rows.map((row) => ({
    date: row.date,
    eventName: row.event_name,
    total: parseAmount(row.total),
  }))
}
