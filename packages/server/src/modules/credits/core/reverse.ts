import { type Amount, sum } from '../../../kernel/amount.ts'
import { giveBack } from './giveBack.ts'
import { refuseTooMuch } from './grant.ts'
import { settle } from './settle.ts'
import type { Wallet } from './wallet.ts'

/** A row that took credits for an event. */
export interface Deduction {
  readonly grantId: string | null
  readonly featureId: string | null
  readonly amount: Amount
}

/** Gives an event's credits back to the very grants that they came from. */
export function reverse(
  wallet: Wallet,
  deductions: readonly Deduction[],
  usageEventId: string,
  now: Date,
): { returned: Amount } | 'closed' {
  if (wallet.status === 'closed') return 'closed'
  const at = settle(wallet, now)
  const returned = sum(deductions.map(({ amount }) => amount))
  refuseTooMuch(wallet, { amount: returned })
  for (const { grantId, featureId, amount } of deductions) {
    giveBack(wallet, grantId, {
      type: 'CREDIT',
      reason: 'USAGE_REVERSAL',
      amount,
      at,
      featureId,
      usageEventId,
    })
  }
  return { returned }
}
