import { type Amount, add, compare, minAmount, subtract, ZERO } from '../../../kernel/amount.ts'
import {
  AMOUNT_LIMIT,
  type ExhaustionRule,
  type Grant,
  NeedsWholeWallet,
  spendableCredits,
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
 * what to do with the rest. The wallet must be settled, so that every remaining credit can be
 * spent.
 */
export function burnDown(
  wallet: Wallet,
  amount: Amount,
  rule: ExhaustionRule,
): BurnDown | 'insufficient' {
  const rest = subtract(amount, minAmount(amount, spendableCredits(wallet)))
  const exceeds = compare(add(wallet.overdraft, rest), AMOUNT_LIMIT) >= 0
  if (compare(rest, ZERO) > 0 && (rule === 'block' || (rule === 'overdraft' && exceeds))) {
    return 'insufficient'
  }
  const parts: DebitPart[] = []
  let open = subtract(amount, rest)
  for (const grant of wallet.grants) {
    if (open.units === 0n) break
    const part = minAmount(open, grant.remaining)
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

/** Orders grants by priority, lowest number first, and then oldest first. */
export const byConsumption = (a: Grant, b: Grant): number =>
  a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
