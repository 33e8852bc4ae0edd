import { bucketOf } from '../../../kernel/bucket.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import type { SessionRecord } from '../core/session.ts'

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

/** How it ended, once: the caller holds the customer's lock and has seen it pending. */
export const writeEnd = (
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
