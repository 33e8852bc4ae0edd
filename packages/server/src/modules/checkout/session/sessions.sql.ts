import { sql } from 'kysely'
import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import type {
  CheckoutPurpose,
  FoundSession,
  SessionRecord,
  SessionRequest,
  SessionStatus,
} from './session.core.ts'

const selectSessions = (tx: Tx, environmentId: string, bucket: number) =>
  tx
    .selectFrom('checkout_sessions as s')
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.bucket', '=', 's.bucket')
        .onRef('p.environment_id', '=', 's.environment_id')
        .onRef('p.id', '=', 's.payment_id'),
    )
    .leftJoin('topup_attempts as t', (join) =>
      join
        .onRef('t.bucket', '=', 'p.bucket')
        .onRef('t.environment_id', '=', 'p.environment_id')
        .onRef('t.id', '=', 'p.attempt_id'),
    )
    .leftJoin('invoices as i', (join) =>
      join
        .onRef('i.bucket', '=', 's.bucket')
        .onRef('i.environment_id', '=', 's.environment_id')
        .onRef('i.id', '=', 's.invoice_id'),
    )
    .leftJoin('subscriptions as u', (join) =>
      join
        .onRef('u.bucket', '=', 's.bucket')
        .onRef('u.environment_id', '=', 's.environment_id')
        .onRef('u.id', '=', 's.subscription_id'),
    )
    .selectAll('s')
    .select([
      'p.status as payment_status',
      't.status as attempt_status',
      'i.status as invoice_status',
      'u.status as subscription_status',
      sql<Date | null>`coalesce(i.paid_at, t.completed_at, p.completed_at, u.updated_at)`.as(
        'progress_at',
      ),
    ])
    .where('s.bucket', '=', bucket)
    .where('s.environment_id', '=', environmentId)

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['execute']>>[number]

// The casts are safe because check constraints restrict these columns to the same values.
const toFoundSession = (row: SessionRow): FoundSession => ({
  session: {
    id: row.id,
    customerId: row.customer_id,
    purpose: row.purpose as CheckoutPurpose,
    mode: row.mode as SessionRecord['mode'],
    request: row.request as SessionRequest,
    uiMode: row.ui_mode as SessionRecord['uiMode'],
    status: row.status as SessionStatus,
    subscriptionId: row.subscription_id,
    invoiceId: row.invoice_id,
    paymentId: row.payment_id,
    setupId: row.setup_id,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    createdAt: row.created_at,
  },
  progress: {
    paymentStatus: row.payment_status,
    attemptStatus: row.attempt_status,
    invoiceStatus: row.invoice_status,
    subscriptionStatus: row.subscription_status,
    at: row.progress_at,
  },
})

export async function findSession(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<FoundSession | null> {
  const bucket = bucketOfId('checkoutSession', id)
  if (bucket === null) return null
  const row = await selectSessions(tx, environmentId, bucket)
    .where('s.id', '=', id)
    .executeTakeFirst()
  return row ? toFoundSession(row) : null
}

/** Lists the sessions of a payment. Several sessions may lead to the same payment. */
export async function listSessionsOfPayment(
  tx: Tx,
  environmentId: string,
  paymentId: string,
): Promise<FoundSession[]> {
  const rows = await selectSessions(tx, environmentId, bucketOfId('payment', paymentId) ?? -1)
    .where('s.payment_id', '=', paymentId)
    .execute()
  return rows.map(toFoundSession)
}

/** Finds the session whose form saves a payment method. The form's id contains the bucket. */
export async function findSessionOfSetup(
  tx: Tx,
  environmentId: string,
  setupId: string,
): Promise<FoundSession | null> {
  const row = await selectSessions(tx, environmentId, bucketOfId('paymentSetup', setupId) ?? -1)
    .where('s.setup_id', '=', setupId)
    .executeTakeFirst()
  return row ? toFoundSession(row) : null
}

/** Lists a customer's pending sessions of one purpose, newest first. */
export async function listOpenSessions(
  tx: Tx,
  environmentId: string,
  bucket: number,
  { customerId, purpose }: { customerId: string; purpose: CheckoutPurpose },
): Promise<FoundSession[]> {
  const rows = await selectSessions(tx, environmentId, bucket)
    .where('s.customer_id', '=', customerId)
    .where('s.purpose', '=', purpose)
    .where('s.status', '=', 'pending')
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
  return rows.map(toFoundSession)
}

export const insertSession = (tx: Tx, environmentId: string, session: SessionRecord) =>
  tx
    .insertInto('checkout_sessions')
    .values({
      bucket: bucketOf(environmentId, session.customerId),
      environment_id: environmentId,
      id: session.id,
      customer_id: session.customerId,
      purpose: session.purpose,
      mode: session.mode,
      request: json(session.request),
      ui_mode: session.uiMode,
      status: session.status,
      subscription_id: session.subscriptionId,
      invoice_id: session.invoiceId,
      payment_id: session.paymentId,
      setup_id: session.setupId,
      success_url: session.successUrl,
      cancel_url: session.cancelUrl,
      expires_at: session.expiresAt,
      completed_at: session.completedAt,
      created_at: session.createdAt,
      updated_at: session.createdAt,
    })
    .execute()

/** The caller holds the customer's lock and has seen the session pending. */
export const writeSessionEnd = (
  tx: Tx,
  environmentId: string,
  id: string,
  end: { status: 'completed'; completedAt: Date } | { status: 'expired' },
  at: Date,
) =>
  tx
    .updateTable('checkout_sessions')
    .set({
      status: end.status,
      completed_at: end.status === 'completed' ? end.completedAt : null,
      updated_at: at,
    })
    .where('bucket', '=', bucketOfId('checkoutSession', id) ?? -1)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
