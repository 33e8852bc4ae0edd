import {
  type Amount,
  add,
  compare,
  divide,
  isZero,
  least,
  multiply,
  parseAmount,
  subtract,
  toNearestNumber,
  ZERO,
} from '../../../kernel/amount.ts'
import { burnDown } from '../wallet/debit.core.ts'
import { addGrant, type NewGrant, post, tell, tellIfDepleted, touch } from '../wallet/post.core.ts'
import { giveBack, settle } from '../wallet/settle.core.ts'
import {
  type Entry,
  findGrant,
  type Grant,
  isExpired,
  refuseTooMuch,
  type Wallet,
} from '../wallet/wallet.core.ts'

/** The row that gives a grant its credits. */
interface GrantRow {
  readonly type?: 'CREDIT' | 'ADJUSTMENT'
  readonly metadata?: Entry['metadata']
}

/** Gives credits; what is overdrawn is repaid out of them at once. */
export function grant(
  wallet: Wallet,
  given: NewGrant,
  now: Date,
  { type = 'CREDIT', metadata = null }: GrantRow = {},
): Grant | 'closed' {
  if (wallet.status === 'closed') return 'closed'
  const at = settle(wallet, now)
  refuseTooMuch(wallet, given)
  const { amount, reason } = given
  const added = addGrant(wallet, given, at)
  post(wallet, added, { type, reason, amount, at, metadata })
  const repaid = least(wallet.overdraft, amount)
  if (repaid.units > 0n) {
    const repayment = { reason: 'OVERDRAFT_REPAYMENT', amount: repaid, at } as const
    post(wallet, added, { type: 'DEBIT', ...repayment })
    post(wallet, null, { type: 'CREDIT', ...repayment })
  }
  tell(
    wallet,
    'credits.granted',
    { grantId: added.id, reason, amount: toNearestNumber(amount) },
    at,
  )
  return added
}

interface Adjustment {
  /** Positive adds credits, negative takes them. */
  readonly amount: Amount
  readonly priority: number
  readonly description: string | null
  readonly metadata: NonNullable<Entry['metadata']>
  readonly now: Date
}

const REASON = 'MANUAL_ADJUSTMENT'

/** Corrects a balance by hand: adds a grant, or takes from grants what they cover. */
export function adjust(
  wallet: Wallet,
  { amount, priority, description, metadata, now }: Adjustment,
): 'done' | 'insufficient' | 'frozen' | 'closed' {
  if (compare(amount, ZERO) > 0) {
    const given = {
      reason: REASON,
      amount,
      priority,
      expiresAt: null,
      description,
      metadata,
    } as const
    const added = grant(wallet, given, now, { type: 'ADJUSTMENT', metadata })
    return added === 'closed' ? added : 'done'
  }
  if (wallet.status !== 'active') return 'frozen'
  const at = settle(wallet, now)
  const burn = burnDown(wallet, subtract(ZERO, amount), 'block')
  if (burn === 'insufficient') return burn
  for (const part of burn.parts) {
    const taken = subtract(ZERO, part.amount)
    post(wallet, part.grant, { type: 'ADJUSTMENT', reason: REASON, amount: taken, at, metadata })
  }
  return 'done'
}

/**
 * Takes back what remains of a grant. What is held of it stays held, and is taken when it comes
 * back. Nothing can be taken of a grant that is used up, void or expired.
 */
export function voidRemaining(
  wallet: Wallet,
  grantId: string,
  now: Date,
): 'done' | 'ended' | 'frozen' {
  if (wallet.status !== 'active') return 'frozen'
  const at = settle(wallet, now)
  const grant = findGrant(wallet, grantId)
  const { remaining } = grant
  const open = add(remaining, heldOf(wallet, grantId))
  if (grant.voidedAt !== null || isExpired(grant, at) || open.units === 0n) return 'ended'
  const before = wallet.balance
  grant.voidedAt = at
  grant.isChanged = true
  if (remaining.units > 0n) {
    post(wallet, grant, { type: 'DEBIT', reason: 'VOID', amount: remaining, at })
    tellIfDepleted(wallet, before, at)
  }
  touch(wallet, at)
  return 'done'
}

function heldOf(wallet: Wallet, grantId: string): Amount {
  let held = ZERO
  for (const { holds } of wallet.reservations) {
    for (const hold of holds) if (hold.grantId === grantId) held = add(held, hold.amount)
  }
  return held
}

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
