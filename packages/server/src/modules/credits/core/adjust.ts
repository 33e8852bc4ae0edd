import { type Amount, compare, subtract, ZERO } from '../../../kernel/amount.ts'
import { burnDown } from './burnDown.ts'
import { grant } from './grant.ts'
import { settle } from './settle.ts'
import { type Entry, post, type Wallet } from './wallet.ts'

export interface Adjustment {
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
