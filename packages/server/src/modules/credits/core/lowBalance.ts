import { compare, toNearestNumber } from '../../../kernel/amount.ts'
import { tell, type Wallet } from './wallet.ts'

/**
 * Wallets whose balance has come down to the threshold of their rule since they were last stored,
 * each of which is to be refilled once; the merchant is told.
 */
export function takeLowWallets(wallets: readonly Wallet[]): Wallet[] {
  const low = wallets.filter(isNewlyLow)
  for (const wallet of low) {
    if (!wallet.topUpThreshold) continue
    const balance = toNearestNumber(wallet.balance)
    const threshold = toNearestNumber(wallet.topUpThreshold)
    tell(wallet, 'credits.low', { balance, threshold }, wallet.updatedAt)
  }
  return low
}

/** Nothing is bought for a wallet out of which nothing can be spent. */
const isNewlyLow = ({ status, topUpThreshold, storedBalance, balance }: Wallet): boolean =>
  topUpThreshold !== null &&
  status === 'active' &&
  compare(storedBalance, topUpThreshold) > 0 &&
  compare(balance, topUpThreshold) <= 0
