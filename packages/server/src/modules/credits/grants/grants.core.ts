import {
  type Amount,
  add,
  compare,
  divide,
  isZero,
  minAmount,
  multiply,
  parseAmount,
  subtract,
  toNearestNumber,
  ZERO,
} from '../../../kernel/amount.ts'
import { burnDown } from '../wallet/burnDown.core.ts'
import {
  addEvent,
  addEventIfDepleted,
  addGrant,
  markChanged,
  type NewGrant,
  post,
} from '../wallet/post.core.ts'
import { returnCredits, settle } from '../wallet/settle.core.ts'
import {
  type Grant,
  isExpired,
  type LedgerRow,
  refuseAboveLimit,
  requireGrant,
  type Wallet,
} from '../wallet/wallet.core.ts'

/** Overrides for the ledger row that fills a grant. */
interface GrantRow {
  readonly type?: 'CREDIT' | 'ADJUSTMENT'
  readonly metadata?: LedgerRow['metadata']
}

/** Adds a grant. An overdraft is repaid from it immediately. */
export function grant(
  wallet: Wallet,
  newGrant: NewGrant,
  now: Date,
  { type = 'CREDIT', metadata = null }: GrantRow = {},
): Grant | 'closed' {
  if (wallet.status === 'closed') return 'closed'
  const at = settle(wallet, now)
  refuseAboveLimit(wallet, newGrant)
  const { amount, reason } = newGrant
  const addedGrant = addGrant(wallet, newGrant, at)
  post(wallet, addedGrant, { type, reason, amount, at, metadata })
  const repaid = minAmount(wallet.overdraft, amount)
  if (repaid.units > 0n) {
    const repayment = { reason: 'OVERDRAFT_REPAYMENT', amount: repaid, at } as const
    post(wallet, addedGrant, { type: 'DEBIT', ...repayment })
    post(wallet, null, { type: 'CREDIT', ...repayment })
  }
  addEvent(
    wallet,
    'credits.granted',
    { grantId: addedGrant.id, reason, amount: toNearestNumber(amount) },
    at,
  )
  return addedGrant
}

interface Adjustment {
  /** Positive adds credits, negative removes them. */
  readonly amount: Amount
  readonly priority: number
  readonly description: string | null
  readonly metadata: NonNullable<LedgerRow['metadata']>
  readonly now: Date
}

const REASON = 'MANUAL_ADJUSTMENT'

/** Corrects a balance: adds a grant, or takes the full amount from grants. */
export function adjust(
  wallet: Wallet,
  { amount, priority, description, metadata, now }: Adjustment,
): 'done' | 'insufficient' | 'frozen' | 'closed' {
  if (compare(amount, ZERO) > 0) {
    const newGrant = {
      reason: REASON,
      amount,
      priority,
      expiresAt: null,
      description,
      metadata,
    } as const
    const addedGrant = grant(wallet, newGrant, now, { type: 'ADJUSTMENT', metadata })
    return addedGrant === 'closed' ? addedGrant : 'done'
  }
  if (wallet.status !== 'active') return 'frozen'
  const at = settle(wallet, now)
  const burn = burnDown(wallet, subtract(ZERO, amount), 'block')
  if (burn === 'insufficient') return burn
  for (const part of burn.parts) {
    const negative = subtract(ZERO, part.amount)
    post(wallet, part.grant, { type: 'ADJUSTMENT', reason: REASON, amount: negative, at, metadata })
  }
  return 'done'
}

/**
 * Takes the remaining credits of a grant. Held credits stay held and are taken when they are
 * released. Rejects grants that are used up, void or expired.
 */
export function voidRemaining(
  wallet: Wallet,
  grantId: string,
  now: Date,
): 'done' | 'ended' | 'frozen' {
  if (wallet.status !== 'active') return 'frozen'
  const at = settle(wallet, now)
  const grant = requireGrant(wallet, grantId)
  const { remaining } = grant
  const open = add(remaining, heldOf(wallet, grantId))
  if (grant.voidedAt !== null || isExpired(grant, at) || open.units === 0n) return 'ended'
  const before = wallet.balance
  grant.voidedAt = at
  grant.isChanged = true
  if (remaining.units > 0n) {
    post(wallet, grant, { type: 'DEBIT', reason: 'VOID', amount: remaining, at })
    addEventIfDepleted(wallet, before, at)
  }
  markChanged(wallet, at)
  return 'done'
}

function heldOf(wallet: Wallet, grantId: string): Amount {
  let held = ZERO
  for (const { holds } of wallet.reservations) {
    for (const hold of holds) if (hold.grantId === grantId) held = add(held, hold.amount)
  }
  return held
}

/** A partial refund of a payment, and the amount refunded before it. */
export interface RefundShare {
  readonly paid: number
  readonly refundedBefore: number
  readonly refunded: number
}

/**
 * The credits that a partial refund accounts for. Computed as the difference of two cumulative
 * shares, so that refunds of the full price account for all credits despite rounding.
 */
export function creditsForShare(credits: Amount, share: RefundShare): Amount {
  const { paid, refundedBefore, refunded } = share
  const upTo = (part: number): Amount =>
    divide(multiply(credits, parseAmount(part)), parseAmount(paid))
  return subtract(upTo(refundedBefore + refunded), upTo(refundedBefore))
}

/**
 * Takes unspent credits of a grant after a refund, or because a plan no longer gives them. Works on
 * frozen wallets too, because the merchant takes the credits. Returns the amount taken.
 */
export function takeUnspent(
  wallet: Wallet,
  grantId: string,
  amount: Amount,
  now: Date,
  reason: 'REFUND' | 'VOID' = 'REFUND',
): Amount {
  const at = settle(wallet, now)
  const grant = requireGrant(wallet, grantId)
  const taken = minAmount(grant.remaining, amount)
  if (isZero(taken)) return taken
  const before = wallet.balance
  post(wallet, grant, { type: 'DEBIT', reason, amount: taken, at })
  addEventIfDepleted(wallet, before, at)
  return taken
}

/** Restores credits that were taken for a refund that failed. */
export function restoreTaken(wallet: Wallet, grantId: string, amount: Amount, now: Date): void {
  const at = settle(wallet, now)
  returnCredits(wallet, grantId, { type: 'CREDIT', reason: 'REFUND', amount, at })
}
