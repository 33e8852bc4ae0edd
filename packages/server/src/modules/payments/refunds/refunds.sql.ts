import type { Refund } from '@purser/contract'
import { type Amount, formatAmount, parseStored, toNearestNumber } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { PaymentRecord } from '../payment/payment.sql.ts'

export interface RefundRecord {
  id: string
  paymentId: string
  /** The credit note that this refund pays out. */
  creditNoteId: string | null
  providerRefundId: string | null
  status: 'pending' | 'succeeded' | 'failed'
  amount: number
  grantId: string | null
  creditsTaken: Amount
  errorCode: string | null
  createdAt: Date
  sentAt: Date
}

export async function findRefund(
  tx: Database | Tx,
  environmentId: string,
  id: string,
): Promise<RefundRecord | null> {
  const bucket = bucketOfId('refund', id)
  if (bucket === null) return null
  const row = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        paymentId: row.payment_id,
        creditNoteId: row.credit_note_id,
        providerRefundId: row.provider_refund_id,
        status: row.status as RefundRecord['status'],
        amount: row.amount,
        grantId: row.grant_id,
        creditsTaken: parseStored(row.credits_taken),
        errorCode: row.error_code,
        createdAt: row.created_at,
        sentAt: row.sent_at,
      }
    : null
}

/** Finds a refund by its key or by its id at the provider, and returns its id. */
export async function findRefundAtProvider(
  tx: Tx,
  environmentId: string,
  reference: { refundId: string | null; providerRefundId: string },
): Promise<string | null> {
  if (reference.refundId !== null)
    return (await findRefund(tx, environmentId, reference.refundId))?.id ?? null
  const row = await tx
    .selectFrom('refunds')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('provider_refund_id', '=', reference.providerRefundId)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface OpenRefund {
  environmentId: string
  id: string
  createdAt: Date
}

const PAGE = 100

/** Lists refunds without a final outcome, oldest first. */
export const findOpenRefunds = (db: Database, after: OpenRefund | null): Promise<OpenRefund[]> =>
  db
    .selectFrom('refunds')
    .select(['environment_id as environmentId', 'id', 'created_at as createdAt'])
    .where('status', '=', 'pending')
    .where((eb) =>
      eb(
        eb.refTuple('created_at', 'id'),
        '>',
        eb.tuple(after?.createdAt ?? new Date(0), after?.id ?? ''),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(PAGE)
    .execute()

export const renderRefund = (
  refund: RefundRecord,
  { customerId, invoiceId, currency }: PaymentRecord,
): Refund => ({
  id: refund.id,
  paymentId: refund.paymentId,
  customerId,
  invoiceId,
  creditNoteId: refund.creditNoteId,
  providerRefundId: refund.providerRefundId,
  status: refund.status,
  amount: refund.amount,
  currency,
  creditsTaken: toNearestNumber(refund.creditsTaken),
  createdAt: refund.createdAt.toISOString(),
})

const bucketOfRefund = (id: string): number => {
  const bucket = bucketOfId('refund', id)
  invariant(bucket !== null, 'a refund has a bucket')
  return bucket
}

export const insertRefund = (tx: Tx, environmentId: string, refund: RefundRecord) =>
  tx
    .insertInto('refunds')
    .values({
      bucket: bucketOfRefund(refund.id),
      environment_id: environmentId,
      id: refund.id,
      payment_id: refund.paymentId,
      credit_note_id: refund.creditNoteId,
      provider_refund_id: refund.providerRefundId,
      status: refund.status,
      amount: refund.amount,
      grant_id: refund.grantId,
      credits_taken: formatAmount(refund.creditsTaken),
      created_at: refund.createdAt,
      sent_at: refund.sentAt,
    })
    .execute()

export const writeRefundOutcome = (
  tx: Tx,
  environmentId: string,
  id: string,
  change: {
    status: RefundRecord['status']
    providerRefundId: string | null
    errorCode: string | null
    completedAt: Date | null
  },
) =>
  tx
    .updateTable('refunds')
    .set((eb) => ({
      status: change.status,
      provider_refund_id: eb.fn.coalesce(eb.val(change.providerRefundId), 'provider_refund_id'),
      error_code: change.errorCode,
      completed_at: change.completedAt,
    }))
    .where('bucket', '=', bucketOfRefund(id))
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()
