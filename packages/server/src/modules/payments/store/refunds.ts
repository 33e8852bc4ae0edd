import { formatAmount } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { RefundRecord } from '../read/refunds.ts'

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
