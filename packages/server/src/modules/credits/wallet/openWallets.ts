import { compare, toNearestNumber } from '../../../kernel/amount.ts'
import type { Session } from '../../../platform/db/session.ts'
import { addAutoTopUps } from '../autoTopUp/autoTopUp.sql.ts'
import { writeReservations } from '../reservations/reservations.sql.ts'
import { loadWallets, type WalletsKey } from './loadWallets.sql.ts'
import { tell } from './post.core.ts'
import { addAccounts, addEndedDays, addGrants, addMessages, writeMoves } from './saveWallets.sql.ts'
import type { Wallet } from './wallet.core.ts'

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

/**
 * Wallets whose balance has come down to the threshold of their rule since they were last stored,
 * each of which is to be refilled once; the merchant is told.
 */
function takeLowWallets(wallets: readonly Wallet[]): Wallet[] {
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
