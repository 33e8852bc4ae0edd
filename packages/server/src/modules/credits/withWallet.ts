import { customerName } from '../../kernel/customerName.ts'
import { notFound, PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Session, sessionOf } from '../../platform/db/session.ts'
import { lockCustomers } from '../customers/index.ts'
import { NeedsWholeWallet, newWallet, type Wallet } from './core/wallet.ts'
import { openWallets } from './openWallets.ts'
import { saveWallets } from './saveWallets.ts'

/** Whose wallet, and of which currency. */
export interface WalletTarget {
  customerId: string
  creditCurrencyId: string
  /** A wallet is made on first use; an archived currency is closed to that. */
  isArchived?: boolean
}

export interface OpenedWallet {
  wallet: Wallet
  /** The customer's time. */
  now: Date
  session: Session
}

/**
 * The frame of every operation on one wallet: locks the customer, opens the wallet, works on it and
 * saves it. `work` may run twice, since some of it needs more of the wallet than is read at first.
 */
export async function withWallet<T>(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  target: WalletTarget,
  work: (opened: OpenedWallet) => T | Promise<T>,
): Promise<T> {
  const { customerId, creditCurrencyId } = target
  const session = sessionOf(tx)
  const { environmentId } = scope
  const [customer] = await lockCustomers(session, [{ environmentId, customerId }])
  if (!customer) throw notFound('customer', customerId)
  const now = customer.frozenTime ?? scope.now
  const key = { environmentId, customerId, bucket: customer.bucket, now }
  const open = async (whole?: ReadonlySet<string>): Promise<Wallet | undefined> =>
    (await openWallets(session, [key], whole))
      .get(customerName(key))
      ?.find((wallet) => wallet.creditCurrencyId === creditCurrencyId)
  const run = async (wallet: Wallet): Promise<T> => {
    const result = await work({ wallet, now, session })
    await saveWallets(session, [wallet])
    return result
  }
  const found = await open()
  if (!found) {
    if (target.isArchived) throw archived()
    return run(newWallet({ ...key, creditCurrencyId }, now))
  }
  try {
    return await run(found)
  } catch (error) {
    if (!(error instanceof NeedsWholeWallet) || found.isWhole) throw error
    return run((await open(new Set([found.id]))) ?? found)
  }
}

const archived = (): PurserError =>
  new PurserError(
    'invalid_state',
    'The credit currency is archived and this customer has no wallet in it. Take the currency back into use first.',
  )
