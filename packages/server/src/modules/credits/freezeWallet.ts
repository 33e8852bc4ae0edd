import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { moveStatus } from './moveStatus.ts'

/** Stops everything that takes credits out of a wallet, until somebody has looked at it. */
export const freezeWallet = (
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  walletId: string,
): Promise<boolean> => moveStatus(tx, scope, walletId, { from: 'active', to: 'frozen' })
