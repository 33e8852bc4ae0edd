import type { Refund } from '@purser/contract'
import { type Amount, parseStored, toNearestNumber } from '../../../kernel/amount.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { PaymentRecord } from './payments.ts'

export interface RefundRecord {
  id: string
  paymentId: string
  /** The credit note that it pays out. */
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

/** By what the provider knows it by: its own id, or the key under which it was sent. */
export async function findRefundAtProvider(
  tx: Tx,
  environmentId: string,
  known: { refundId: string | null; providerRefundId: string },
): Promise<string | null> {
  if (known.refundId !== null)
    return (await findRefund(tx, environmentId, known.refundId))?.id ?? null
  const row = await tx
    .selectFrom('refunds')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('provider_refund_id', '=', known.providerRefundId)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface OpenRefund {
  environmentId: string
  id: string
  createdAt: Date
}

const PAGE = 100

/** Refunds of which the provider has not said how they ended, oldest first. */
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

/** A refund as the API shows it. */
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
