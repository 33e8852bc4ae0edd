import {
  type Amount,
  divide,
  isZero,
  least,
  multiply,
  parseAmount,
  subtract,
  ZERO,
} from '../../../src/kernel/amount.ts'
import { toNumber } from '../credits/render.ts'
import { balanceOf, giveBack, grantById, move, settle, tellIfDepleted } from '../credits/wallet.ts'
import { type Answer, ok, refused } from '../operation.ts'
import { type Customer, nextId, type Wallet } from '../state.ts'
import { store } from './autoTopUps.ts'
import type { Attempt, Refund } from './money.ts'
import { tellOf } from './topUps.ts'

/** Writes down a refund and takes back what its part of the price bought, as far as unspent. */
export function beginRefund(
  customer: Customer,
  attempt: Attempt,
  asked: number | undefined,
  now: Date,
): { refundId: string } | { answer: Answer } {
  const { payment, terms } = attempt
  const wallet = customer.wallets.get(attempt.creditCurrencyId)
  if (!payment || !terms || !wallet) throw new Error('only what was paid is refunded')
  const left = terms.charge - payment.refunded
  if (payment.status !== 'succeeded' || left === 0) return { answer: refused('invalid_state') }
  const amount = asked ?? left
  if (amount > left) return { answer: refused('invalid_request') }
  const wanted = subtract(
    boughtBy(payment.refunded + amount, terms.charge, terms.credits),
    boughtBy(payment.refunded, terms.charge, terms.credits),
  )
  const grantId = isZero(wanted) ? null : attempt.grantId
  const creditsTaken = grantId === null ? ZERO : takeBack(wallet, grantId, wanted, now)
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
  store(customer, now)
  return { refundId: refund.id }
}

const boughtBy = (part: number, price: number, credits: Amount): Amount =>
  divide(multiply(credits, parseAmount(part)), parseAmount(price))

function takeBack(wallet: Wallet, grantId: string, wanted: Amount, now: Date): Amount {
  settle(wallet, now)
  const grant = grantById(wallet, grantId)
  const taken = least(grant.remaining, wanted)
  const before = balanceOf(wallet)
  move(wallet, 'DEBIT', grant, taken, { now, reason: 'REFUND' })
  tellIfDepleted(wallet, before)
  return taken
}

/** Books how a refund ended; null when it cannot have ended so. */
export function settleRefund(
  customer: Customer,
  refund: Refund,
  told: { readonly status: 'succeeded' | 'failed'; readonly isOld: boolean },
  now: Date,
): string | null {
  if (refund.status !== 'pending') return 'it has ended'
  if (told.status === 'failed' && !told.isOld) return 'the provider refuses no such refund'
  refund.status = told.status
  if (told.status === 'succeeded') {
    tellOf(customer, 'payment.refunded')
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
    giveBack(wallet, refund.grantId, refund.creditsTaken, 'CREDIT', { now, reason: 'REFUND' })
  }
  return null
}

const ofRefund = (customer: Customer, { attemptId }: Refund): { attempt: Attempt } => {
  const attempt = customer.money.attempts.find(({ id }) => id === attemptId)
  if (!attempt) throw new Error('a refund is of a payment')
  return { attempt }
}

export function answerRefund(customer: Customer, refund: Refund, mayBeSilent: boolean): Answer {
  if (refund.status === 'pending' && !mayBeSilent) {
    return { status: 0, body: 'nothing kept the provider from answering' }
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
