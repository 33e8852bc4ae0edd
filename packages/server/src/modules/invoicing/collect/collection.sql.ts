import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

const PAGE = 100

export interface DueInvoice {
  environmentId: string
  invoiceId: string
  dueAt: Date
}

/**
 * Finds invoices that are due by their customer's time, in due order. Skips customers of an
 * advancing test clock, because the clock collects them.
 */
export async function findDueInvoices(
  db: Database,
  now: Date,
  after: Pick<DueInvoice, 'dueAt' | 'invoiceId'> | null,
): Promise<DueInvoice[]> {
  const { dueAt, invoiceId } = after ?? { dueAt: new Date(0), invoiceId: '' }
  const { rows } = await sql<DueInvoice>`
    SELECT i.environment_id AS "environmentId", i.id AS "invoiceId", i.next_attempt_at AS "dueAt"
    FROM invoices i
    JOIN customers c ON c.bucket = i.bucket AND c.environment_id = i.environment_id
      AND c.id = i.customer_id AND c.deleted_at IS NULL
    LEFT JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
    WHERE i.next_attempt_at <= greatest(${now}::timestamptz,
        (SELECT max(frozen_time) FROM test_clocks WHERE status = 'ready'))
      AND i.next_attempt_at <= coalesce(t.frozen_time, ${now}::timestamptz)
      AND coalesce(t.status, 'ready') = 'ready'
      AND (i.next_attempt_at, i.id) > (${dueAt}, ${invoiceId})
    ORDER BY i.next_attempt_at, i.id LIMIT ${PAGE}`.execute(db)
  return rows
}

/** A payment of an invoice that has not ended. */
export interface UnfinishedPayment {
  environmentId: string
  paymentId: string
  createdAt: Date
}

export async function findUnfinishedPayments(
  db: Database,
  after: Pick<UnfinishedPayment, 'createdAt' | 'paymentId'> | null,
): Promise<UnfinishedPayment[]> {
  const { createdAt, paymentId } = after ?? { createdAt: new Date(0), paymentId: '' }
  const { rows } = await sql<UnfinishedPayment>`
    SELECT p.environment_id AS "environmentId", p.id AS "paymentId", p.created_at AS "createdAt"
    FROM payments p
    JOIN customers c ON c.bucket = p.bucket AND c.environment_id = p.environment_id
      AND c.id = p.customer_id
    LEFT JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
    WHERE p.status IN ('pending', 'requires_action') AND p.purpose = 'invoice'
      AND coalesce(t.status, 'ready') <> 'advancing'
      AND (p.created_at, p.id) > (${createdAt}, ${paymentId})
    ORDER BY p.created_at, p.id LIMIT ${PAGE}`.execute(db)
  return rows
}

interface Clock {
  environmentId: string
  testClockId: string
}

const invoicesOnClock = ({ environmentId, testClockId }: Clock) => sql`
  FROM customers c
  JOIN invoices i ON i.bucket = c.bucket AND i.environment_id = c.environment_id
    AND i.customer_id = c.id
  WHERE c.environment_id = ${environmentId} AND c.test_clock_id = ${testClockId}
    AND c.deleted_at IS NULL AND i.next_attempt_at IS NOT NULL`

/** Finds the next due time among the invoices of a clock's customers. */
export async function findNextAttempt(db: Database, clock: Clock): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(i.next_attempt_at) AS at ${invoicesOnClock(clock)}`.execute(db)
  return rows[0]?.at ?? null
}

/**
 * Finds the invoices of a clock's customers that are due by a time, ordered by customer and due
 * time.
 */
export async function findInvoicesDueBy(
  db: Database,
  clock: Clock,
  at: Date,
): Promise<{ invoiceId: string; customerId: string }[]> {
  const { rows } = await sql<{ invoiceId: string; customerId: string }>`
    SELECT i.id AS "invoiceId", i.customer_id AS "customerId"
    ${invoicesOnClock(clock)} AND i.next_attempt_at <= ${at}
    ORDER BY i.customer_id, i.next_attempt_at, i.id`.execute(db)
  return rows
}
