import type { Amount } from '../../../kernel/amount.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Wallet } from '../wallet/wallet.core.ts'
import { writeTopUpThreshold } from './autoTopUp.sql.ts'

/**
 * Sets the balance at which a wallet is topped up automatically, or null for never. The caller
 * holds the customer's lock, so that the next spender sees the threshold.
 */
export async function setTopUpThreshold(
  tx: Tx,
  wallet: Pick<Wallet, 'bucket' | 'environmentId' | 'id'>,
  threshold: Amount | null,
): Promise<void> {
  await writeTopUpThreshold(tx, wallet, threshold)
}
