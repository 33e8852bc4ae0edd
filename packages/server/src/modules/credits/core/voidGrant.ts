import { type Amount, add, ZERO } from '../../../kernel/amount.ts'
import { isExpired } from './expiry.ts'
import { settle } from './settle.ts'
import { findGrant, post, tellIfDepleted, touch, type Wallet } from './wallet.ts'

/**
 * Takes back what remains of a grant. What is held of it stays held, and is taken when it comes
 * back. Nothing can be taken of a grant that is used up, void or expired.
 */
export function voidGrant(wallet: Wallet, grantId: string, now: Date): 'done' | 'ended' | 'frozen' {
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
