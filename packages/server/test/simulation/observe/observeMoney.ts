import type pg from 'pg'
import { formatAmount, parseAmount } from '../../../src/kernel/amount.ts'
import type { Attempt, PaymentStatus } from '../../model/payments/money.ts'
import type { MoneyPicture } from './projectMoney.ts'

type Row = Record<string, unknown>

const text = (value: unknown): string => String(value)
const orNull = (value: unknown): string | null => (value === null ? null : text(value))
const instant = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString() : null
const number = (value: unknown): number | null => (value === null ? null : Number(value))

/**
 * The times at which payments and refunds were last sent to the provider. Not part of the
 * comparison.
 */
export interface SentMoney {
  readonly attempts: Readonly<Record<string, readonly (Date | null)[]>>
  readonly refunds: readonly Date[]
  /** Cards saved in a form that does nothing else. */
  readonly setups: readonly string[]
}

/** Reads the payment methods, attempts and refunds of a customer from the database. */
export async function observeMoney(
  pool: pg.Pool,
  { environmentId, bucket, id }: { environmentId: string; bucket: number; id: string },
): Promise<{ money: MoneyPicture; sent: SentMoney }> {
  const values = [bucket, environmentId, id]
  const select = async (sql: string): Promise<Row[]> => (await pool.query<Row>(sql, values)).rows
  const [methods, customers, attempts, refunds] = await Promise.all([
    select(`SELECT *, EXISTS (SELECT FROM sandbox_intents i
              WHERE i.environment_id = m.environment_id AND i.method_id = m.provider_method_id
                AND i.kind = 'setup') AS is_of_setup
            FROM payment_methods m
            WHERE bucket = $1 AND environment_id = $2 AND customer_id = $3
            ORDER BY created_at, id`),
    select(`SELECT default_payment_method_id FROM customers
            WHERE bucket = $1 AND environment_id = $2 AND id = $3`),
    select(`SELECT t.*, a.credit_currency_id, p.id AS payment, p.flow, p.payment_method_id,
              p.status AS payment_status, p.amount_refunded, p.completed_at AS paid_at, p.sent_at,
              p.error_code AS payment_error, l.amount AS line
            FROM topup_attempts t
            JOIN credit_accounts a ON a.bucket = t.bucket AND a.id = t.account_id
            LEFT JOIN payments p ON p.bucket = t.bucket AND p.attempt_id = t.id
            LEFT JOIN pending_invoice_lines l ON l.bucket = t.bucket AND l.source = t.id
            WHERE a.bucket = $1 AND a.environment_id = $2 AND a.customer_id = $3
            ORDER BY t.created_at, t.id`),
    select(`SELECT r.*, p.attempt_id FROM refunds r
            JOIN payments p ON p.bucket = r.bucket AND p.id = r.payment_id
            WHERE p.bucket = $1 AND p.environment_id = $2 AND p.customer_id = $3
            ORDER BY r.created_at, r.id`),
  ])
  const byCurrency = Object.entries(
    Object.groupBy(attempts, ({ credit_currency_id }) => text(credit_currency_id)),
  )
  return {
    money: {
      methods: methods.map((row) => ({
        id: text(row.id),
        providerMethodId: text(row.provider_method_id),
        isDetached: row.status === 'detached',
        createdAt: text(instant(row.created_at)),
      })),
      defaultMethodId: orNull(customers[0]?.default_payment_method_id ?? null),
      attempts: Object.fromEntries(
        byCurrency.map(([currency, rows = []]) => [currency, rows.map(pictureAttempt)]),
      ),
      refunds: refunds.map((row) => ({
        id: text(row.id),
        attemptId: text(row.attempt_id),
        amount: Number(row.amount),
        creditsTaken: formatAmount(parseAmount(text(row.credits_taken))),
        grantId: orNull(row.grant_id),
        creditNoteId: orNull(row.credit_note_id),
        status: row.status as 'pending',
        createdAt: text(instant(row.created_at)),
      })),
    },
    sent: {
      attempts: Object.fromEntries(
        byCurrency.map(([currency, rows = []]) => [
          currency,
          rows.map(({ sent_at }) => (sent_at instanceof Date ? sent_at : null)),
        ]),
      ),
      refunds: refunds.map(({ sent_at }) => sent_at as Date),
      setups: methods.flatMap(({ id, is_of_setup }) => (is_of_setup === true ? [text(id)] : [])),
    },
  }
}

const pictureAttempt = (row: Row): MoneyPicture['attempts'][string][number] => ({
  id: text(row.id),
  trigger: row.trigger_source as Attempt['trigger'],
  status: row.status as Attempt['status'],
  fundingMethod: row.funding_method as Attempt['fundingMethod'],
  threshold: formatAmount(parseAmount(text(row.threshold_at_fire))),
  credits: row.amount === null ? null : formatAmount(parseAmount(text(row.amount))),
  charge: number(row.charge_amount),
  creditPackageId: orNull(row.credit_package_id),
  grantId: orNull(row.grant_id),
  errorCode: orNull(row.error_code),
  skipReason: orNull(row.skip_reason) as Attempt['skipReason'],
  owed: number(row.line) ?? 0,
  createdAt: text(instant(row.created_at)),
  completedAt: instant(row.completed_at),
  payment:
    row.payment === null
      ? null
      : {
          id: text(row.payment),
          flow: row.flow as 'form',
          methodId: orNull(row.payment_method_id),
          status: row.payment_status as PaymentStatus,
          refunded: Number(row.amount_refunded),
          completedAt: instant(row.paid_at),
        },
})
