import type pg from 'pg'
import { formatAmount, parseAmount } from '../../../src/kernel/amount.ts'
import type { PaymentStatus } from '../../model/payments/money.ts'
import type { BillingPicture } from './projectBilling.ts'

type Row = Record<string, unknown>

const text = (value: unknown): string => String(value)
const orNull = (value: unknown): string | null => (value === null ? null : text(value))
const instant = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString() : null
const amount = (value: unknown): string => formatAmount(parseAmount(text(value)))

/** A message to the merchant, as stored in the outbox. */
export interface OutboxMessage {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** In the customer's time. */
  readonly at: Date
}

/** The billing rows of a customer and the messages about them. */
export interface ObservedBilling {
  readonly billing: BillingPicture
  /** In the order of creation. All messages of a customer are written under its lock. */
  readonly messages: readonly OutboxMessage[]
  /** The time at which each payment was last sent. Not part of the comparison. */
  readonly sent: readonly Date[]
}

export async function observeBilling(
  pool: pg.Pool,
  { environmentId, bucket, id }: { environmentId: string; bucket: number; id: string },
): Promise<ObservedBilling> {
  const values = [bucket, environmentId, id]
  const select = async (sql: string): Promise<Row[]> => (await pool.query<Row>(sql, values)).rows
  const OWN = 'bucket = $1 AND environment_id = $2 AND customer_id = $3'
  const [
    subscriptions,
    changes,
    invoices,
    lines,
    payments,
    pending,
    coupons,
    notes,
    sessions,
    disputes,
    messages,
  ] = await Promise.all([
    select(`SELECT * FROM subscriptions WHERE ${OWN} AND product_id IS NOT NULL
            ORDER BY created_at, id`),
    select(`SELECT c.subscription_id FROM subscription_changes c
            JOIN subscriptions s ON s.bucket = c.bucket AND s.id = c.subscription_id
            WHERE s.bucket = $1 AND s.environment_id = $2 AND s.customer_id = $3
              AND c.status = 'waiting'`),
    select(`SELECT * FROM invoices WHERE ${OWN} ORDER BY created_at, id`),
    select(`SELECT l.* FROM invoice_lines l
            JOIN invoices i ON i.bucket = l.bucket AND i.id = l.invoice_id
            WHERE i.bucket = $1 AND i.environment_id = $2 AND i.customer_id = $3
            ORDER BY l.invoice_id, l.position`),
    select(`SELECT * FROM payments WHERE ${OWN} AND purpose = 'invoice' ORDER BY created_at, id`),
    select(`SELECT * FROM pending_invoice_lines WHERE ${OWN} AND type <> 'topup'
            ORDER BY created_at, id`),
    select(`SELECT c.id, c.redemptions FROM coupons c
            WHERE $1 >= 0 AND c.environment_id = $2 AND c.redemptions > 0
              AND upper(right(c.code, 1)) = upper(left($3, 1))`),
    select(`SELECT * FROM credit_notes WHERE ${OWN} ORDER BY created_at, id`),
    select(`SELECT * FROM checkout_sessions WHERE ${OWN} ORDER BY created_at, id`),
    select(`SELECT d.* FROM disputes d
            JOIN payments p ON p.bucket = d.bucket AND p.id = d.payment_id
            WHERE p.bucket = $1 AND p.environment_id = $2 AND p.customer_id = $3
            ORDER BY d.created_at, d.id`),
    select(`SELECT type, payload, created_at FROM outbox_messages WHERE ${OWN}
              AND (type LIKE 'invoice.%' OR type LIKE 'subscription.%' AND payload ? 'items'
                OR type IN ('payment.succeeded', 'payment.failed')) ORDER BY id`),
  ])
  const outbox = (messages ?? []).map(({ type, payload, created_at }) => ({
    type: text(type),
    data: payload as OutboxMessage['data'],
    at: created_at as Date,
  }))
  const waiting = new Set((changes ?? []).map(({ subscription_id }) => subscription_id))
  return {
    messages: outbox,
    sent: (payments ?? []).map(({ sent_at }) => sent_at as Date),
    billing: {
      subscriptions: (subscriptions ?? []).map((row) => pictureSubscription(row, waiting)),
      invoices: (invoices ?? []).map((row) => pictureInvoice(row, lines ?? [])),
      payments: (payments ?? []).map(picturePayment),
      pending: (pending ?? []).map((row) => ({
        amount: Number(row.amount),
        type: text(row.type),
        subscriptionId: orNull(row.subscription_id),
        createdAt: text(instant(row.created_at)),
        invoiceId: orNull(row.invoice_id),
      })),
      creditNotes: (notes ?? []).map((row) => ({
        id: text(row.id),
        invoiceId: text(row.invoice_id),
        amount: Number(row.amount),
        tax: Number(row.tax),
        createdAt: text(instant(row.created_at)),
      })),
      sessions: (sessions ?? []).map((row) => ({
        id: text(row.id),
        purpose: text(row.purpose),
        subscriptionId: orNull(row.subscription_id),
        invoiceId: orNull(row.invoice_id),
        paymentId: orNull(row.payment_id),
        status: text(row.status),
        createdAt: text(instant(row.created_at)),
        expiresAt: text(instant(row.expires_at)),
        completedAt: instant(row.completed_at),
      })),
      disputes: (disputes ?? []).map((row) => ({
        id: text(row.provider_dispute_id),
        paymentId: text(row.payment_id),
        amount: Number(row.amount),
        status: text(row.status),
        hasFrozen: row.has_frozen === true,
      })),
      redeemed: Object.fromEntries(
        (coupons ?? []).map(({ id, redemptions }) => [text(id), Number(redemptions)]),
      ),
      messages: outbox.map(({ type }) => type).filter((type) => !type.startsWith('payment.')),
    },
  }
}

const pictureSubscription = (row: Row, waiting: ReadonlySet<unknown>) => ({
  id: text(row.id),
  parentId: orNull(row.parent_id),
  planVersion: Number(row.plan_version),
  status: text(row.status),
  quantities: row.quantities as Record<string, number>,
  periodStart: instant(row.current_period_start),
  periodEnd: instant(row.current_period_end),
  invoicedThrough: instant(row.invoiced_through),
  trialEndsAt: instant(row.trial_ends_at),
  incompleteUntil: instant(row.incomplete_until),
  cancelAt: instant(row.cancel_at),
  canceledAt: instant(row.canceled_at),
  pausedAt: instant(row.paused_at),
  pendingPlanId: orNull(row.pending_plan_id),
  pendingPlanVersion: row.pending_plan_version === null ? null : Number(row.pending_plan_version),
  pendingQuantities: (row.pending_quantities as Record<string, number> | null) ?? null,
  couponId: orNull(row.coupon_id),
  discountPeriodsLeft:
    row.discount_periods_left === null ? null : Number(row.discount_periods_left),
  nextDripAt: instant(row.next_drip_at),
  dueAt: instant(row.due_at),
  isWaiting: waiting.has(row.id),
})

const pictureInvoice = (row: Row, lines: readonly Row[]) => ({
  id: text(row.id),
  subscriptionId: orNull(row.subscription_id),
  reason: text(row.reason),
  status: text(row.status),
  collectionMethod: text(row.collection_method),
  subtotal: Number(row.subtotal),
  discount: Number(row.discount),
  tax: Number(row.tax),
  creditsApplied: Number(row.credits_applied),
  total: Number(row.total),
  amountDue: Number(row.amount_due),
  amountPaid: Number(row.amount_paid),
  amountRefunded: Number(row.amount_refunded),
  cycleStart: instant(row.cycle_start),
  periodStart: instant(row.period_start),
  periodEnd: instant(row.period_end),
  issuedAt: instant(row.issued_at),
  dueAt: instant(row.due_at),
  paidAt: instant(row.paid_at),
  nextAttemptAt: instant(row.next_attempt_at),
  firstFailedAt: instant(row.first_failed_at),
  attemptCount: Number(row.attempt_count),
  lines: lines
    .filter((line) => line.invoice_id === row.id)
    .map((line) => ({
      type: text(line.type),
      subscriptionId: orNull(line.subscription_id),
      chargeId: orNull(line.charge_id),
      quantity: amount(line.quantity),
      subtotal: Number(line.subtotal),
      discount: Number(line.discount),
      tax: Number(line.tax),
      total: Number(line.total),
      periodStart: instant(line.period_start),
      periodEnd: instant(line.period_end),
    })),
})

const picturePayment = (row: Row) => ({
  id: text(row.id),
  attemptId: text(row.attempt_id),
  invoiceId: text(row.invoice_id),
  amount: Number(row.amount),
  flow: text(row.flow),
  isExternal: row.provider === 'external',
  isUnattended: row.is_unattended === true,
  methodId: orNull(row.payment_method_id),
  status: row.status as PaymentStatus,
  errorCode: orNull(row.error_code),
  refunded: Number(row.amount_refunded),
  completedAt: instant(row.completed_at),
})
