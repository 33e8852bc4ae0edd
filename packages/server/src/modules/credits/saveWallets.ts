import type { Session } from '../../platform/db/session.ts'
import { takeLowWallets } from './core/lowBalance.ts'
import type { Wallet } from './core/wallet.ts'
import { addAccounts, addEndedDays, addGrants, addMessages } from './store/additions.ts'
import { addAutoTopUps } from './store/autoTopUps.ts'
import { writeMoves } from './store/moves.ts'
import { writeReservations } from './store/reservations.ts'

/**
 * Writes what operations have changed: one statement for plain use, however many wallets there are.
 * All statements are under way when it returns, so that a caller may send COMMIT behind them.
 */
export async function saveWallets(session: Session, wallets: Iterable<Wallet>): Promise<void> {
  const changed = [...wallets].filter(({ isChanged }) => isChanged)
  const low = takeLowWallets(changed)
  // What is referred to goes first.
  const writes = [
    addAccounts(session, changed),
    addGrants(session, changed),
    writeReservations(session, changed),
    writeMoves(session, changed),
    addEndedDays(session, changed),
    addAutoTopUps(session, low),
    addMessages(session, changed),
  ]
  for (const wallet of changed) markSaved(wallet)
  await Promise.all(writes)
}

function markSaved(wallet: Wallet): void {
  wallet.isNew = false
  wallet.isChanged = false
  wallet.storedBalance = wallet.balance
  wallet.entries = []
  wallet.messages = []
  wallet.endedDays = []
  for (const grant of wallet.grants) {
    grant.terms = null
    grant.isChanged = false
  }
  for (const reservation of wallet.reservations) reservation.isChanged = false
}
