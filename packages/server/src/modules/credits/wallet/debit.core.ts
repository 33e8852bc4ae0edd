import { type Amount, add, compare, least, subtract, sum, ZERO } from '../../../kernel/amount.ts'
import { post, tellIfDepleted } from './post.core.ts'
import { giveBack, settle } from './settle.core.ts'
import {
  type Exhaustion,
  type Grant,
  LIMIT,
  NeedsWholeWallet,
  refuseTooMuch,
  spendable,
  type Wallet,
} from './wallet.core.ts'

interface Part {
  /** Null: of the overdraft. */
  readonly grant: Grant | null
  readonly amount: Amount
}

interface Burn {
  readonly parts: readonly Part[]
  readonly taken: Amount
  /** What the rule leaves to an invoice. */
  readonly uncovered: Amount
}

/**
 * What to take of which grant: in the order of consumption, and what they do not cover by the rule.
 * The wallet must be settled, so that whatever has something left can be spent.
 */
export function burnDown(wallet: Wallet, amount: Amount, rule: Exhaustion): Burn | 'insufficient' {
  const rest = subtract(amount, least(amount, spendable(wallet)))
  const exceeds = compare(add(wallet.overdraft, rest), LIMIT) >= 0
  if (compare(rest, ZERO) > 0 && (rule === 'block' || (rule === 'overdraft' && exceeds))) {
    return 'insufficient'
  }
  const parts: Part[] = []
  let open = subtract(amount, rest)
  for (const grant of wallet.grants) {
    if (open.units === 0n) break
    const part = least(open, grant.remaining)
    if (part.units === 0n) continue
    parts.push({ grant, amount: part })
    open = subtract(open, part)
  }
  // The balance says that there is more, so it lies with grants that were not loaded.
  if (open.units !== 0n) throw new NeedsWholeWallet(wallet)
  if (rule !== 'overdraft') return { parts, taken: subtract(amount, rest), uncovered: rest }
  if (rest.units !== 0n) parts.push({ grant: null, amount: rest })
  return { parts, taken: amount, uncovered: ZERO }
}

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
