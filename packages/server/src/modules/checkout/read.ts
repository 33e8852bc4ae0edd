import type { CheckoutSessionStatus } from '@purser/contract'
import { sql } from 'kysely'
import { bucketOfId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  type Progress,
  type Purpose,
  type SessionRecord,
  type SessionRequest,
  type SessionStatus,
  standingOf,
} from './core/session.ts'

/** A session, and how far that has come which it began. */
export interface FoundSession {
  readonly session: SessionRecord
  readonly progress: Progress
}

const select = (tx: Tx, environmentId: string, bucket: number) =>
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

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

// The columns hold what this module wrote: their checks and the types say the same.
const toFound = (row: Row): FoundSession => ({
  session: {
    id: row.id,
    customerId: row.customer_id,
    purpose: row.purpose as Purpose,
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
  const row = await select(tx, environmentId, bucket).where('s.id', '=', id).executeTakeFirst()
  return row ? toFound(row) : null
}

/** The sessions that a payment is made in: more than one may lead to the same payment. */
export async function listSessionsOfPayment(
  tx: Tx,
  environmentId: string,
  paymentId: string,
): Promise<FoundSession[]> {
  const rows = await select(tx, environmentId, bucketOfId('payment', paymentId) ?? -1)
    .where('s.payment_id', '=', paymentId)
    .execute()
  return rows.map(toFound)
}

/** The session whose form saves a method; the form's id has the bucket in it. */
export async function findSessionOfSetup(
  tx: Tx,
  environmentId: string,
  setupId: string,
): Promise<FoundSession | null> {
  const row = await select(tx, environmentId, bucketOfId('paymentSetup', setupId) ?? -1)
    .where('s.setup_id', '=', setupId)
    .executeTakeFirst()
  return row ? toFound(row) : null
}

/** A customer's sessions of a purpose that are open, newest first. */
export async function listOpenSessions(
  tx: Tx,
  environmentId: string,
  bucket: number,
  { customerId, purpose }: { customerId: string; purpose: Purpose },
): Promise<FoundSession[]> {
  const rows = await select(tx, environmentId, bucket)
    .where('s.customer_id', '=', customerId)
    .where('s.purpose', '=', purpose)
    .where('s.status', '=', 'pending')
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
  return rows.map(toFound)
}

/** As the API shows it: true from the moment of the purchase, whether or not it was written down. */
export function renderSessionStatus({ session, progress }: FoundSession): CheckoutSessionStatus {
  const status = standingOf(session, progress)
  const completedAt = session.completedAt ?? (status === 'completed' ? progress.at : null)
  return {
    id: session.id,
    status,
    completedAt: completedAt?.toISOString() ?? null,
    subscriptionId: session.subscriptionId,
    invoiceId: session.invoiceId,
  }
}
