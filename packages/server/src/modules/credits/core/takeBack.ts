import {
  type Amount,
  divide,
  isZero,
  least,
  multiply,
  parseAmount,
  subtract,
} from '../../../kernel/amount.ts'
import { giveBack } from './giveBack.ts'
import { settle } from './settle.ts'
import { findGrant, post, tellIfDepleted, type Wallet } from './wallet.ts'

/** A part of a payment that is given back, after other parts may have been. */
export interface RefundShare {
  readonly paid: number
  readonly refundedBefore: number
  readonly refunded: number
}

/**
 * The credits that a part of their price stands for. Counted from the beginning each time, so that
 * parts which make up the whole price stand for all of the credits, whatever was rounded between.
 */
export function creditsForShare(credits: Amount, share: RefundShare): Amount {
  const { paid, refundedBefore, refunded } = share
  const upTo = (part: number): Amount =>
    divide(multiply(credits, parseAmount(part)), parseAmount(paid))
  return subtract(upTo(refundedBefore + refunded), upTo(refundedBefore))
}

/**
 * Takes back credits that were paid for, or a part of what a plan gave, as far as they are unspent:
 * what was used stays used. Also from a frozen wallet, since it is the merchant who takes them.
 * Returns what was taken.
 */
export function takeBack(
  wallet: Wallet,
  grantId: string,
  amount: Amount,
  now: Date,
  reason: 'REFUND' | 'VOID' = 'REFUND',
): Amount {
  const at = settle(wallet, now)
  const grant = findGrant(wallet, grantId)
  const taken = least(grant.remaining, amount)
  if (isZero(taken)) return taken
  const before = wallet.balance
  post(wallet, grant, { type: 'DEBIT', reason, amount: taken, at })
  tellIfDepleted(wallet, before, at)
  return taken
}

/** Gives back what was taken for a refund that failed. */
export function returnTaken(wallet: Wallet, grantId: string, amount: Amount, now: Date): void {
  const at = settle(wallet, now)
  giveBack(wallet, grantId, { type: 'CREDIT', reason: 'REFUND', amount, at })
}
