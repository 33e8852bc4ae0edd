import { notFound, PurserError } from '../../../../../kernel/errors.ts'
import type { Tx } from '../../../../../platform/db/database.ts'
import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import type { PaymentProvider } from '../../../provider.ts'
import { recordEvent } from '../events/recordEvent.ts'
import { withFault } from '../faults/withFault.ts'
import type { Sandbox } from '../sandbox.ts'
import {
  decideDispute,
  findSandboxDispute,
  hasOpenDispute,
  insertSandboxDispute,
  type SandboxDispute,
} from './disputes.sql.ts'
import { findSandboxPayment, lockIntent } from './intents.sql.ts'
import { sumRefunded } from './refunds.sql.ts'

export const sandboxDisputes = (sandbox: Sandbox): Pick<PaymentProvider, 'lookUpDispute'> => ({
  lookUpDispute: async (providerDisputeId) => {
    const { db, environmentId } = sandbox
    const found = await findSandboxDispute(db, environmentId, providerDisputeId)
    const payment = found && (await findSandboxPayment(db, environmentId, { id: found.intentId }))
    return withFault(sandbox, 'lookup', payment?.ownerId ?? null, async () => {
      const dispute = await findSandboxDispute(db, environmentId, providerDisputeId)
      return { answer: dispute && providerDisputeOf(dispute), events: [] }
    })
  },
})

const providerDisputeOf = ({ id, intentId, status, reason, amount }: SandboxDispute) => ({
  providerDisputeId: id,
  providerPaymentId: intentId,
  status,
  reason,
  amount,
})

/** Opens a dispute of a payment. A second call with the same id returns the same dispute. */
export const openDispute = (
  { db, environmentId, clock }: Sandbox,
  { id, intentId, reason }: { id: string; intentId: string; reason: string },
): Promise<SandboxDispute> =>
  withTransaction(db, async (tx) => {
    const intent = await lockIntent(tx, environmentId, intentId)
    const previous = await findSandboxDispute(tx, environmentId, id)
    if (previous) return previous
    if (intent?.status !== 'succeeded' || intent.amount === null) {
      throw new PurserError('invalid_state', 'Only a payment that succeeded can be disputed.')
    }
    if (await hasOpenDispute(tx, environmentId, intentId)) {
      throw new PurserError(
        'invalid_state',
        'This payment already has an open dispute. Close it first.',
      )
    }
    const amount = intent.amount - (await sumRefunded(tx, environmentId, intentId))
    if (amount === 0) {
      throw new PurserError(
        'invalid_state',
        'This payment is fully refunded, so there is nothing to dispute.',
      )
    }
    const now = clock.now()
    const dispute = { environmentId, id, intentId, status: 'open', reason, amount } as const
    await insertSandboxDispute(tx, { ...dispute, createdAt: now })
    await recordDisputeEvent(tx, intent.ownerId, dispute, 'dispute.opened', now)
    return { ...dispute, createdAt: now }
  })

/** Closes a dispute. Closing it again changes nothing. */
export const closeDispute = (
  { db, environmentId, clock }: Sandbox,
  id: string,
  outcome: 'won' | 'lost',
): Promise<SandboxDispute> =>
  withTransaction(db, async (tx) => {
    const dispute = await findSandboxDispute(tx, environmentId, id)
    const intent = dispute && (await lockIntent(tx, environmentId, dispute.intentId))
    if (!dispute || !intent) throw notFound('dispute', id)
    if (await decideDispute(tx, dispute, outcome)) {
      await recordDisputeEvent(tx, intent.ownerId, dispute, 'dispute.closed', clock.now())
    }
    return (await findSandboxDispute(tx, environmentId, id)) ?? dispute
  })

const recordDisputeEvent = (
  tx: Tx,
  ownerId: string,
  { environmentId, id }: { environmentId: string; id: string },
  type: 'dispute.opened' | 'dispute.closed',
  now: Date,
) => recordEvent(tx, { environmentId, ownerId, type, data: { id, requestKey: null }, now })
