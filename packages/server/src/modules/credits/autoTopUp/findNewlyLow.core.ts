import { compare, toNearestNumber } from '../../../kernel/amount.ts'
import { addEvent } from '../wallet/post.core.ts'
import type { Wallet } from '../wallet/wallet.core.ts'

/**
 * Finds wallets whose balance has just fallen to their auto-top-up threshold, and emits
 * `credits.low` for each.
 */
export function findNewlyLow(wallets: readonly Wallet[]): Wallet[] {
  const low = wallets.filter(isNewlyLow)
  for (const wallet of low) {
    if (!wallet.topUpThreshold) continue
    const balance = toNearestNumber(wallet.balance)
    const threshold = toNearestNumber(wallet.topUpThreshold)
    addEvent(wallet, 'credits.low', { balance, threshold }, wallet.updatedAt)
  }
  return low
}

/** Wallets that cannot be spent from are not topped up. */
const isNewlyLow = ({ status, topUpThreshold, storedBalance, balance }: Wallet): boolean =>
  topUpThreshold !== null &&
  status === 'active' &&
  compare(storedBalance, topUpThreshold) > 0 &&
  compare(balance, topUpThreshold) <= 0
