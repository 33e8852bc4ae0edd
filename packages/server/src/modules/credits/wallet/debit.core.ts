import { type Amount, add, compare, least, subtract, sum, ZERO } from '../../../kernel/amount.ts'
import { addEventIfDepleted, post } from './post.core.ts'
import { returnCredits, settle } from './settle.core.ts'
import {
  type ExhaustionRule,
  type Grant,
  LIMIT,
  NeedsWholeWallet,
  refuseAboveLimit,
  spendable,
  type Wallet,
} from './wallet.core.ts'

interface DebitPart {
  /** Null for the overdraft. */
  readonly grant: Grant | null
  readonly amount: Amount
}

interface BurnDown {
  readonly parts: readonly DebitPart[]
  readonly taken: Amount
  /** The amount that remains to be invoiced. */
  readonly uncovered: Amount
}

/**
 * Plans a debit: the amount to take from each grant, in the order of consumption. The rule decides
 * about the rest. The wallet must be settled, so that every remaining credit can be spent.
 */
export function burnDown(
  wallet: Wallet,
  amount: Amount,
  rule: ExhaustionRule,
): BurnDown | 'insufficient' {
  const rest = subtract(amount, least(amount, spendable(wallet)))
  const exceeds = compare(add(wallet.overdraft, rest), LIMIT) >= 0
  if (compare(rest, ZERO) > 0 && (rule === 'block' || (rule === 'overdraft' && exceeds))) {
    return 'insufficient'
  }
  const parts: DebitPart[] = []
  let open = subtract(amount, rest)
  for (const grant of wallet.grants) {
    if (open.units === 0n) break
    const part = least(open, grant.remaining)
    if (part.units === 0n) continue
    parts.push({ grant, amount: part })
    open = subtract(open, part)
  }
  // The balance shows more credits, so they are in grants that are not loaded.
  if (open.units !== 0n) throw new NeedsWholeWallet(wallet)
  if (rule !== 'overdraft') return { parts, taken: subtract(amount, rest), uncovered: rest }
  if (rest.units !== 0n) parts.push({ grant: null, amount: rest })
  return { parts, taken: amount, uncovered: ZERO }
}

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
