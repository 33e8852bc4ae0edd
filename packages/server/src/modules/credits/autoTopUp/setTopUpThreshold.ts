import type { Amount } from '../../../kernel/amount.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Wallet } from '../wallet/wallet.core.ts'
import { writeTopUpThreshold } from './autoTopUp.sql.ts'

/**
 * Says at which balance a wallet is to be refilled, null that it is not. The caller holds the
 * customer's lock, so that whoever spends next knows it.
 */
export async function setTopUpThreshold(
  tx: Tx,
  wallet: Pick<Wallet, 'bucket' | 'environmentId' | 'id'>,
  threshold: Amount | null,
): Promise<void> {
  await writeTopUpThreshold(tx, wallet, threshold)
}
