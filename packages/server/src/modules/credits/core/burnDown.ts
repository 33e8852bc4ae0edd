import { type Amount, add, compare, least, subtract, ZERO } from '../../../kernel/amount.ts'
import type { Exhaustion } from './exhaustion.ts'
import { type Grant, LIMIT, NeedsWholeWallet, spendable, type Wallet } from './wallet.ts'

interface Part {
  /** Null: of the overdraft. */
  readonly grant: Grant | null
  readonly amount: Amount
}

export interface Burn {
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
