import type { Session } from '../../../platform/db/session.ts'
import { addAutoTopUps } from '../autoTopUp/autoTopUp.sql.ts'
import { writeReservations } from '../reservations/reservations.sql.ts'
import { loadWallets, type WalletsKey } from './loadWallets.sql.ts'
import { findNewlyLow } from './post.core.ts'
import {
  addAccounts,
  addEndedDays,
  addGrants,
  emitWalletEvents,
  writeChanges,
} from './saveWallets.sql.ts'
import type { Wallet } from './wallet.core.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Opens the wallets of locked customers, to be changed and saved. Only the first grants are loaded,
 * unless `whole` contains the wallet or something in it is due. An operation that needs more throws
 * NeedsWholeWallet, and the caller opens the wallet again with `whole`.
 */
export const openWallets = (
  session: Session,
  keys: readonly WalletsKey[],
  whole: ReadonlySet<string> = NONE,
): Promise<Map<string, Wallet[]>> =>
  keys.length === 0 ? Promise.resolve(new Map()) : loadWallets(session, keys, whole)

/**
 * Stores all changes. Plain debits of any number of wallets take one statement. All statements have
 * been sent when this returns, so that a caller can send COMMIT right after them.
 */
export async function saveWallets(session: Session, wallets: Iterable<Wallet>): Promise<void> {
  const changed = [...wallets].filter(({ isChanged }) => isChanged)
  const low = findNewlyLow(changed)
  // Referenced rows are written first.
  const writes = [
    addAccounts(session, changed),
    addGrants(session, changed),
    writeReservations(session, changed),
    writeChanges(session, changed),
    addEndedDays(session, changed),
    addAutoTopUps(session, low),
    emitWalletEvents(session, changed),
  ]
  for (const wallet of changed) markSaved(wallet)
  await Promise.all(writes)
}

function markSaved(wallet: Wallet): void {
  wallet.isNew = false
  wallet.isChanged = false
  wallet.storedBalance = wallet.balance
  wallet.entries = []
  wallet.events = []
  wallet.endedDays = []
  for (const grant of wallet.grants) {
    grant.terms = null
    grant.isChanged = false
  }
  for (const reservation of wallet.reservations) reservation.isChanged = false
}
