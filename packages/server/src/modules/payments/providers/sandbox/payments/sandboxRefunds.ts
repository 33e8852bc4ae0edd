import type { Tx } from '../../../../../platform/db/database.ts'
import type { AbsentAtProvider, PaymentProvider, RefundOutcome } from '../../../provider.ts'
import { answerOnce, KeyReused } from '../answerOnce.ts'
import { recordEvent } from '../events/recordEvent.ts'
import { type OperationResult, withFault } from '../faults/withFault.ts'
import type { Sandbox } from '../sandbox.ts'
import { sandboxId } from '../sandboxId.ts'
import { findSandboxPayment, type Intent, lockIntent } from './intents.sql.ts'
import {
  findSandboxRefund,
  insertSandboxRefund,
  type SandboxRefund,
  sumRefunded,
} from './refunds.sql.ts'

type Refunds = Pick<PaymentProvider, 'refund' | 'lookUpRefund'>
type RefundRequest = Parameters<PaymentProvider['refund']>[0]

export const sandboxRefunds = (sandbox: Sandbox): Refunds => {
  const { db, environmentId } = sandbox
  const ownerOf = async (providerPaymentId: string) =>
    (await findSandboxPayment(db, environmentId, { id: providerPaymentId }))?.ownerId ?? null
  return {
    refund: async (refund) => {
      const { refundId: key, providerPaymentId, amount, currency } = refund
      if (!Number.isSafeInteger(amount) || amount <= 0) {
        const message = 'The amount must be a whole number above zero.'
        return { kind: 'failed', code: 'invalid_amount', message }
      }
      try {
        const ownerId = await ownerOf(providerPaymentId)
        const parameters = [providerPaymentId, amount, currency]
        return await answerOnce(
          sandbox,
          { operation: 'refund', key, ownerId, parameters },
          (tx, now) => createSandboxRefund(tx, sandbox, refund, now),
        )
      } catch (error) {
        return outcomeOfError(error)
      }
    },

    lookUpRefund: async ({ refundId, providerRefundId, providerPaymentId }) => {
      const by = providerRefundId === null ? { requestKey: refundId } : { id: providerRefundId }
      try {
        const ownerId = await ownerOf(providerPaymentId)
        return await withFault(sandbox, 'lookup', ownerId, async () => {
          const refund = await findSandboxRefund(db, environmentId, by)
          const answer: RefundOutcome | AbsentAtProvider = refund
            ? outcomeOf(refund)
            : { kind: 'absent' }
          return { answer, events: [] }
        })
      } catch (error) {
        return outcomeOfError(error)
      }
    },
  }
}

async function createSandboxRefund(
  tx: Tx,
  { environmentId }: Sandbox,
  { refundId, providerPaymentId, amount, currency }: RefundRequest,
  now: Date,
): Promise<OperationResult<RefundOutcome>> {
  const intent = await lockIntent(tx, environmentId, providerPaymentId)
  if (!intent) {
    const message = `There is no payment ${providerPaymentId}.`
    return { answer: { kind: 'failed', code: 'resource_missing', message }, events: [] }
  }
  const refunded = await sumRefunded(tx, environmentId, intent.id)
  const refund: SandboxRefund = {
    environmentId,
    id: sandboxId('refund'),
    intentId: intent.id,
    requestKey: refundId,
    amount,
    currency,
    error: problemOf(intent, amount, currency, refunded),
  }
  await insertSandboxRefund(tx, refund, now)
  const event = await recordEvent(tx, {
    environmentId,
    ownerId: intent.ownerId,
    type: 'refund.updated',
    data: { id: refund.id, requestKey: refundId },
    now,
  })
  return { answer: outcomeOf(refund), events: [event] }
}

function problemOf(
  intent: Intent,
  amount: number,
  currency: string,
  refunded: number,
): SandboxRefund['error'] {
  if (intent.status !== 'succeeded' || intent.amount === null) {
    return {
      code: 'payment_not_succeeded',
      message: 'Only a payment that succeeded can be refunded.',
    }
  }
  if (currency !== intent.currency) {
    return { code: 'currency_mismatch', message: `The payment was made in ${intent.currency}.` }
  }
  const left = intent.amount - refunded
  if (amount <= left) return null
  const message = `Only ${left} of the payment can still be refunded.`
  return { code: 'amount_too_large', message }
}

const outcomeOf = ({ id, error }: SandboxRefund): RefundOutcome =>
  error ? { kind: 'failed', ...error } : { kind: 'succeeded', providerRefundId: id }

function outcomeOfError(error: unknown): RefundOutcome {
  if (error instanceof KeyReused) {
    return { kind: 'failed', code: error.code, message: error.message }
  }
  return { kind: 'unknown', cause: error instanceof Error ? error.message : 'It did not answer.' }
}
