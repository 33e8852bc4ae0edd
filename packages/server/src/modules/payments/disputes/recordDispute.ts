import { bucketOf } from '../../../kernel/bucket.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { freezeWallet, takeRefundedCredits, unfreezeWallet } from '../../credits/index.ts'
import { findTopUpGrant } from '../../credits/read.ts'
import { lockCustomerIfExists } from '../../customers/index.ts'
import { findPayment, type PaymentRecord, renderPayment } from '../payment/payment.sql.ts'
import type { ProviderDispute } from '../provider.ts'
import {
  type DisputeRecord,
  findDispute,
  insertDispute,
  keepWalletFrozen,
  listOpenDisputes,
  writeDisputeStatus,
} from './disputes.sql.ts'

/**
 * Records a dispute as the provider currently reports it and notifies the merchant. An open dispute
 * freezes the wallet that the payment filled. A won dispute unfreezes it. A lost dispute removes
 * the unspent credits, and the wallet stays frozen until the merchant decides. Callers record a
 * dispute only after its payment has ended, because the wallet is filled by then.
 */
export async function recordDispute(
  tx: Tx,
  scope: Scope,
  { id: paymentId, customerId }: Pick<PaymentRecord, 'id' | 'customerId'>,
  report: ProviderDispute,
): Promise<void> {
  const { environmentId } = scope
  const { now: at } = await lockCustomerIfExists(tx, scope, customerId)
  const payment = await findPayment(tx, environmentId, paymentId)
  invariant(payment, 'a payment is never deleted')
  const { providerDisputeId, status } = report
  const previous = await findDispute(tx, environmentId, payment.id, providerDisputeId)
  // A decision is final, and the merchant already knows about a recorded dispute.
  if (previous && (previous.status !== 'open' || status === 'open')) return
  const dispute: DisputeRecord = previous ?? {
    id: newIdInBucket('dispute', bucketOf(environmentId, customerId)),
    paymentId: payment.id,
    providerDisputeId,
    status: 'open',
    reason: report.reason,
    amount: report.amount,
    ...(await freezeFilledWallet(tx, scope, payment)),
    createdAt: at,
  }
  const emit = (type: string, disputeStatus: DisputeRecord['status']) =>
    emitEvent(tx, scope, {
      type,
      customerId,
      data: {
        ...renderPayment(payment),
        dispute: renderDispute({ ...dispute, status: disputeStatus }),
      },
    })
  if (!previous) {
    await insertDispute(tx, environmentId, dispute, at)
    await emit('payment.disputed', 'open')
  }
  if (status === 'open') return
  await writeDisputeStatus(tx, environmentId, dispute.id, status, at)
  await applyDecision(tx, scope, payment, dispute, status)
  await emit('payment.dispute_closed', status)
}

/**
 * Freezes the wallet that the payment filled, if any. `hasFrozen` is true if this call froze it or
 * if another open dispute did: disputes are then the only reason it is frozen.
 */
async function freezeFilledWallet(
  tx: Tx,
  scope: Scope,
  payment: PaymentRecord,
): Promise<Pick<DisputeRecord, 'walletId' | 'hasFrozen'>> {
  const grant = await findTopUpGrant(tx, scope.environmentId, payment.attemptId)
  const walletId = grant?.creditAccountId ?? null
  if (walletId === null) return { walletId, hasFrozen: false }
  const openDisputes = await listOpenDisputes(tx, scope.environmentId, walletId)
  const isFrozenNow = await freezeWallet(tx, scope, walletId).catch(falseWhenClosed)
  return { walletId, hasFrozen: isFrozenNow || openDisputes.some(({ hasFrozen }) => hasFrozen) }
}

/** A closed wallet cannot be spent from, so it does not need to be frozen. */
const falseWhenClosed = (error: unknown): false => {
  if (error instanceof PurserError && error.code === 'invalid_state') return false
  throw error
}

async function applyDecision(
  tx: Tx,
  scope: Scope,
  payment: PaymentRecord,
  { walletId, hasFrozen }: DisputeRecord,
  status: 'won' | 'lost',
): Promise<void> {
  const { environmentId } = scope
  if (status === 'lost') {
    const { attemptId, amount: paid, amountRefunded: refundedBefore } = payment
    const share = { paid, refundedBefore, refunded: paid - refundedBefore }
    await takeRefundedCredits(tx, scope, attemptId, share)
    if (walletId !== null) await keepWalletFrozen(tx, environmentId, walletId)
    return
  }
  if (walletId === null || !hasFrozen) return
  if ((await listOpenDisputes(tx, environmentId, walletId)).length > 0) return
  await unfreezeWallet(tx, scope, walletId).catch(falseWhenClosed)
}

const renderDispute = ({ id, status, reason, amount, walletId, createdAt }: DisputeRecord) => ({
  id,
  status,
  reason,
  amount,
  creditAccountId: walletId,
  createdAt: createdAt.toISOString(),
})
