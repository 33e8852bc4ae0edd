import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { moveStatus } from './moveStatus.ts'

/** Lets credits be taken out of a frozen wallet again. */
export const unfreezeWallet = (
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  walletId: string,
): Promise<boolean> => moveStatus(tx, scope, walletId, { from: 'frozen', to: 'active' })
