import { bucketOfId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/database.ts'

export interface DisputeRecord {
  id: string
  paymentId: string
  providerDisputeId: string
  status: 'open' | 'won' | 'lost'
  reason: string
  amount: number
  /** The wallet that the payment filled. */
  walletId: string | null
  /** True if disputes are the only reason the wallet is frozen. */
  hasFrozen: boolean
  createdAt: Date
}

const bucketOfPayment = (paymentId: string): number => bucketOfId('payment', paymentId) ?? -1

export async function findDispute(
  tx: Tx,
  environmentId: string,
  paymentId: string,
  providerDisputeId: string,
): Promise<DisputeRecord | null> {
  const row = await tx
    .selectFrom('disputes')
    .selectAll()
    .where('bucket', '=', bucketOfPayment(paymentId))
    .where('environment_id', '=', environmentId)
    .where('payment_id', '=', paymentId)
    .where('provider_dispute_id', '=', providerDisputeId)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        paymentId: row.payment_id,
        providerDisputeId: row.provider_dispute_id,
        status: row.status as DisputeRecord['status'],
        reason: row.reason,
        amount: row.amount,
        walletId: row.account_id,
        hasFrozen: row.has_frozen,
        createdAt: row.created_at,
      }
    : null
}

export const insertDispute = (tx: Tx, environmentId: string, dispute: DisputeRecord, now: Date) =>
  tx
    .insertInto('disputes')
    .values({
      bucket: bucketOfPayment(dispute.paymentId),
      environment_id: environmentId,
      id: dispute.id,
      payment_id: dispute.paymentId,
      provider_dispute_id: dispute.providerDisputeId,
      status: dispute.status,
      reason: dispute.reason,
      amount: dispute.amount,
      account_id: dispute.walletId,
      has_frozen: dispute.hasFrozen,
      created_at: dispute.createdAt,
      updated_at: now,
    })
    .execute()

export const writeDisputeStatus = (
  tx: Tx,
  environmentId: string,
  id: string,
  status: DisputeRecord['status'],
  now: Date,
) =>
  tx
    .updateTable('disputes')
    .set({ status, updated_at: now })
    .where('bucket', '=', bucketOfId('dispute', id) ?? -1)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()

const openDisputesOf = (environmentId: string, walletId: string) => ({
  bucket: bucketOfId('creditAccount', walletId) ?? -1,
  environment_id: environmentId,
  account_id: walletId,
  status: 'open',
})

/** Lists the open disputes of a wallet. */
export const listOpenDisputes = (
  tx: Tx,
  environmentId: string,
  walletId: string,
): Promise<Pick<DisputeRecord, 'hasFrozen'>[]> =>
  tx
    .selectFrom('disputes')
    .select('has_frozen as hasFrozen')
    .where((eb) => eb.and(openDisputesOf(environmentId, walletId)))
    .execute()

/**
 * Leaves the decision about a frozen wallet to the merchant. After a lost dispute, winning another
 * one must not unfreeze the wallet.
 */
export const keepWalletFrozen = (tx: Tx, environmentId: string, walletId: string) =>
  tx
    .updateTable('disputes')
    .set({ has_frozen: false })
    .where((eb) => eb.and(openDisputesOf(environmentId, walletId)))
    .execute()
