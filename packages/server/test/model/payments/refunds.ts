import {
  type Amount,
  divide,
  isZero,
  minAmount,
  multiply,
  parseAmount,
  subtract,
  ZERO,
} from '../../../src/kernel/amount.ts'
import { toNumber } from '../credits/render.ts'
import {
  balanceOf,
  emitIfDepleted,
  grantById,
  moveCredits,
  returnCredits,
  settle,
} from '../credits/wallet.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, nextId, type Wallet } from '../state.ts'
import { endTransaction } from './autoTopUps.ts'
import type { Attempt, Refund } from './money.ts'
import { emitMessage } from './topUps.ts'

/** Records a refund and takes back the unspent credits that its share of the price bought. */
export function beginRefund(
  customer: Customer,
  attempt: Attempt,
  requestedAmount: number | undefined,
  now: Date,
): { refundId: string } | { answer: Answer } {
  const { payment, terms } = attempt
  const wallet = customer.wallets.get(attempt.creditCurrencyId)
  if (!payment || !terms || !wallet) throw new Error('only a paid attempt can be refunded')
  const remaining = terms.charge - payment.refunded
  if (payment.status !== 'succeeded' || remaining === 0) return { answer: refused('invalid_state') }
  const amount = requestedAmount ?? remaining
  if (amount > remaining) return { answer: refused('invalid_request') }
  const creditsBought = subtract(
    creditsBoughtBy(payment.refunded + amount, terms.charge, terms.credits),
    creditsBoughtBy(payment.refunded, terms.charge, terms.credits),
  )
  const grantId = isZero(creditsBought) ? null : attempt.grantId
  const creditsTaken =
    grantId === null ? ZERO : takeUnspentCredits(wallet, grantId, creditsBought, now)
  payment.refunded += amount
  const refund: Refund = {
    id: nextId(customer, 'refund'),
    attemptId: attempt.id,
    amount,
    creditsTaken,
    grantId,
    creditNoteId: null,
    createdAt: now,
    status: 'pending',
  }
  customer.money.refunds.push(refund)
  endTransaction(customer, now)
  return { refundId: refund.id }
}

const creditsBoughtBy = (part: number, price: number, credits: Amount): Amount =>
  divide(multiply(credits, parseAmount(part)), parseAmount(price))

function takeUnspentCredits(
  wallet: Wallet,
  grantId: string,
  creditsBought: Amount,
  now: Date,
): Amount {
  settle(wallet, now)
  const grant = grantById(wallet, grantId)
  const taken = minAmount(grant.remaining, creditsBought)
  const before = balanceOf(wallet)
  moveCredits(wallet, 'DEBIT', grant, taken, { now, reason: 'REFUND' })
  emitIfDepleted(wallet, before)
  return taken
}

/** Records the outcome of a refund. Returns the reason if that outcome is impossible. */
export function settleRefund(
  customer: Customer,
  refund: Refund,
  outcome: { readonly status: 'succeeded' | 'failed'; readonly isOld: boolean },
  now: Date,
): string | null {
  if (refund.status !== 'pending') return 'the refund has ended'
  if (outcome.status === 'failed' && !outcome.isOld)
    return 'the provider never refuses a recent refund'
  refund.status = outcome.status
  if (outcome.status === 'succeeded') {
    emitMessage(customer, 'payment.refunded')
    return null
  }
  const ofInvoice = customer.billing.payments.find(
    ({ attemptId }) => attemptId === refund.attemptId,
  )
  if (ofInvoice) {
    ofInvoice.refunded -= refund.amount
    return null
  }
  const { attempt } = ofRefund(customer, refund)
  if (attempt.payment) attempt.payment.refunded -= refund.amount
  const wallet = customer.wallets.get(attempt.creditCurrencyId)
  if (wallet && refund.grantId !== null && !isZero(refund.creditsTaken)) {
    settle(wallet, now)
    returnCredits(wallet, refund.grantId, refund.creditsTaken, 'CREDIT', { now, reason: 'REFUND' })
  }
  return null
}

const ofRefund = (customer: Customer, { attemptId }: Refund): { attempt: Attempt } => {
  const attempt = customer.money.attempts.find(({ id }) => id === attemptId)
  if (!attempt) throw new Error('a refund needs a payment')
  return { attempt }
}

export function answerRefund(customer: Customer, refund: Refund, mayNotRespond: boolean): Answer {
  if (refund.status === 'pending' && !mayNotRespond) {
    return { status: 0, body: 'the provider could have responded' }
  }
  const { attempt } = ofRefund(customer, refund)
  return ok({
    id: refund.id,
    paymentId: attempt.payment?.id,
    customerId: customer.id,
    creditNoteId: null,
    status: refund.status,
    amount: refund.amount,
    creditsTaken: toNumber(refund.creditsTaken),
    createdAt: refund.createdAt.toISOString(),
  })
}
