import { type Handlers, ok, refused } from '../operation.ts'
import { type Customer, nextId } from '../state.ts'
import type { Dispute } from '../subscriptions/billing.ts'
import { impossible } from '../subscriptions/billingOperations.ts'
import { emitMessage } from './topUps.ts'

/**
 * Operations on disputes of invoice payments. A dispute is recorded and reported, and changes
 * nothing else.
 */
export type DisputeOperation =
  | { kind: 'openDispute'; paymentId: string }
  | { kind: 'closeDispute'; disputeId: string; outcome: 'won' | 'lost' }
  /** A webhook reported the dispute. It may report the opening and the outcome at once. */
  | { kind: 'reportDispute'; disputeId: string; status: 'open' | 'won' | 'lost' }

const disputeById = (customer: Customer, id: string): Dispute | undefined =>
  customer.billing.disputes.find((dispute) => dispute.id === id)

const renderDispute = ({ id, paymentId, amount, atProvider }: Dispute) => ({
  id,
  paymentId,
  amount,
  status: atProvider,
})

export const disputeHandlers: Handlers<DisputeOperation['kind']> = {
  openDispute: ({ customer }, { paymentId }) => {
    const { billing } = customer
    const payment = billing.payments.find(({ id }) => id === paymentId)
    if (!payment) return impossible('no such payment')
    // A payment has at most one open dispute.
    const isOpen = billing.disputes.some(
      (dispute) => dispute.paymentId === paymentId && dispute.atProvider === 'open',
    )
    if (isOpen) return refused('invalid_state')
    const id = nextId(customer, 'dispute')
    const { amount } = payment
    const dispute: Dispute = { id, paymentId, amount, atProvider: 'open', status: null }
    billing.disputes.push(dispute)
    return ok(renderDispute(dispute))
  },

  closeDispute: ({ customer }, { disputeId, outcome }) => {
    const dispute = disputeById(customer, disputeId)
    if (!dispute) return impossible('no such dispute')
    if (dispute.atProvider !== 'open') return refused('invalid_state')
    dispute.atProvider = outcome
    return ok(renderDispute(dispute))
  },

  reportDispute: ({ customer }, { disputeId, status }) => {
    const { billing } = customer
    const dispute = disputeById(customer, disputeId)
    if (!dispute) return impossible('no such dispute')
    if (status !== 'open' && dispute.atProvider !== status)
      return impossible('the dispute has a different status at the provider')
    if (dispute.status !== null && dispute.status !== 'open')
      return impossible('the dispute is already decided')
    if (dispute.status === null) {
      billing.reportedDisputes = [...billing.reportedDisputes, dispute.id]
      emitMessage(customer, 'payment.disputed')
    }
    if (status !== 'open') emitMessage(customer, 'payment.dispute_closed')
    dispute.status = status
    return ok(undefined)
  },
}
