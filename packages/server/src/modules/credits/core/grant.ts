import { add, compare, least, toNearestNumber } from '../../../kernel/amount.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { addGrant, type NewGrant } from './addGrant.ts'
import { settle } from './settle.ts'
import { type Entry, type Grant, LIMIT, post, tell, type Wallet } from './wallet.ts'

/** The row that gives a grant its credits. */
export interface GrantRow {
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

/** What is held may come back, so it counts too. */
export function refuseTooMuch(wallet: Wallet, { amount }: Pick<NewGrant, 'amount'>): void {
  if (compare(add(add(add(wallet.balance, wallet.overdraft), wallet.held), amount), LIMIT) < 0)
    return
  throw new PurserError(
    'invalid_state',
    'A wallet holds less than 10^15 minor units of its currency; spend or void credits first.',
  )
}
