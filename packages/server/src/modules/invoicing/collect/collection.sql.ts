import { sql } from 'kysely'
import type { ClockKey } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import {
  type DueRows,
  findNextDueOnClock,
  isClockAdvancing,
  isClockReady,
  joinCustomerAndClock,
  listDueOnClock,
} from '../../../platform/db/dueOnClock.ts'

const PAGE = 100

export interface DueInvoice {
  environmentId: string
  invoiceId: string
  dueAt: Date
}

/**
 * Finds invoices whose next charge is due on the customer's clock, earliest first. Skips customers
 * whose test clock is not ready.
 */
export async function findDueInvoices(
  db: Database,
  now: Date,
  after: Pick<DueInvoice, 'dueAt' | 'invoiceId'> | null,
): Promise<DueInvoice[]> {
  const { dueAt, invoiceId } = after ?? { dueAt: new Date(0), invoiceId: '' }
  const { rows } = await sql<DueInvoice>`
    SELECT i.environment_id AS "environmentId", i.id AS "invoiceId", i.next_attempt_at AS "dueAt"
    FROM invoices i ${joinCustomerAndClock('i')}
    WHERE i.next_attempt_at <= greatest(${now}::timestamptz,
        (SELECT max(k.frozen_time) FROM test_clocks k WHERE ${isClockReady}))
      AND i.next_attempt_at <= coalesce(k.frozen_time, ${now}::timestamptz)
      AND ${isClockReady}
      AND (i.next_attempt_at, i.id) > (${dueAt}, ${invoiceId})
    ORDER BY i.next_attempt_at, i.id LIMIT ${PAGE}`.execute(db)
  return rows
}

/** An invoice payment that has not ended. */
export interface UnfinishedPayment {
  environmentId: string
  paymentId: string
  createdAt: Date
}

/** Finds open invoice payments. Skips customers whose test clock is advancing. */
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
    LEFT JOIN test_clocks k ON k.environment_id = c.environment_id AND k.id = c.test_clock_id
    WHERE p.status IN ('pending', 'requires_action') AND p.purpose = 'invoice'
      AND NOT ${isClockAdvancing}
      AND (p.created_at, p.id) > (${createdAt}, ${paymentId})
    ORDER BY p.created_at, p.id LIMIT ${PAGE}`.execute(db)
  return rows
}

interface InvoiceOfCustomer {
  invoiceId: string
  customerId: string
}

const DUE: DueRows<InvoiceOfCustomer> = {
  table: 'invoices',
  alias: 'i',
  dueAt: 'next_attempt_at',
  columns: sql`i.id AS "invoiceId", i.customer_id AS "customerId"`,
}

/** Finds the time of the next charge among the invoices of a clock's customers. */
export const findNextAttempt = (db: Database, clock: ClockKey): Promise<Date | null> =>
  findNextDueOnClock(db, clock, DUE)

/**
 * Finds the invoices of a clock's customers whose next charge is due by a time, ordered by customer
 * and due time.
 */
export const findInvoicesDueBy = (
  db: Database,
  clock: ClockKey,
  at: Date,
): Promise<InvoiceOfCustomer[]> => listDueOnClock(db, clock, DUE, at)
