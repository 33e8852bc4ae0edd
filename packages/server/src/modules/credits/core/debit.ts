import { type Amount, ZERO } from '../../../kernel/amount.ts'
import { burnDown } from './burnDown.ts'
import type { Exhaustion } from './exhaustion.ts'
import { settle } from './settle.ts'
import { post, tellIfDepleted, type Wallet } from './wallet.ts'

export interface DebitRequest {
  readonly amount: Amount
  readonly rule: Exhaustion
  readonly reason: 'USAGE_DEDUCTION' | 'RESERVATION_CAPTURE' | 'INVOICE_PAYMENT'
  readonly featureId?: string | null
  readonly usageEventId?: string | null
  readonly invoiceId?: string | null
  readonly reservationId?: string | null
  readonly now: Date
}

/** Takes credits for a use or an invoice, or does nothing and says why. */
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
  tellIfDepleted(wallet, before, at)
  return { taken: burn.taken, uncovered: burn.uncovered }
}
