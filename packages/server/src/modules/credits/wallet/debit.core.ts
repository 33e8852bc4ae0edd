import { type Amount, sum, ZERO } from '../../../kernel/amount.ts'
import { burnDown } from './burnDown.core.ts'
import { addEventIfDepleted, post } from './post.core.ts'
import { returnCredits, settle } from './settle.core.ts'
import { type ExhaustionRule, refuseAboveLimit, type Wallet } from './wallet.core.ts'

export interface DebitRequest {
  readonly amount: Amount
  readonly rule: ExhaustionRule
  readonly reason: 'USAGE_DEDUCTION' | 'RESERVATION_CAPTURE' | 'INVOICE_PAYMENT'
  readonly featureId?: string | null
  readonly usageEventId?: string | null
  readonly invoiceId?: string | null
  readonly reservationId?: string | null
  readonly now: Date
}

/** Debits credits for usage or an invoice, or does nothing and returns the reason. */
export function debit(
  wallet: Wallet,
  { amount, rule, now, ...cause }: DebitRequest,
): { taken: Amount; uncovered: Amount } | 'insufficient' | 'frozen' {
  if (wallet.status !== 'active') return 'frozen'
  const at = settle(wallet, now)
  if (amount.units === 0n) return { taken: ZERO, uncovered: ZERO }
  const burn = burnDown(wallet, amount, rule)
  if (burn === 'insufficient') return burn
  const before = wallet.balance
  for (const { grant, amount: part } of burn.parts) {
    post(wallet, grant, { type: 'DEBIT', amount: part, at, ...cause })
  }
  addEventIfDepleted(wallet, before, at)
  return { taken: burn.taken, uncovered: burn.uncovered }
}

/** A ledger row that debited credits for a usage event. */
export interface Deduction {
  readonly grantId: string | null
  readonly featureId: string | null
  readonly amount: Amount
}

/** Returns the credits of a usage event to the grants they came from. */
export function reverseDeductions(
  wallet: Wallet,
  deductions: readonly Deduction[],
  usageEventId: string,
  now: Date,
): { returned: Amount } | 'closed' {
  if (wallet.status === 'closed') return 'closed'
  const at = settle(wallet, now)
  const returned = sum(deductions.map(({ amount }) => amount))
  refuseAboveLimit(wallet, { amount: returned })
  for (const { grantId, featureId, amount } of deductions) {
    returnCredits(wallet, grantId, {
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
