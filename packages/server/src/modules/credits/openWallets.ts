import type { Session } from '../../platform/db/session.ts'
import type { Wallet } from './core/wallet.ts'
import { loadWallets, type WalletsKey } from './read/loadWallets.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The wallets of customers whose rows are locked, to be worked on and saved. Only the first grants
 * of each are read, unless `whole` names it or something in it is due; an operation that needs more
 * throws NeedsWholeWallet, and then the wallet is opened again.
 */
export const openWallets = (
  session: Session,
  keys: readonly WalletsKey[],
  whole: ReadonlySet<string> = NONE,
): Promise<Map<string, Wallet[]>> =>
  keys.length === 0 ? Promise.resolve(new Map()) : loadWallets(session, keys, whole)
