import { bucketOf } from '../../../kernel/bucket.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Session, sessionOf } from '../../../platform/db/session.ts'
import { findCreditCurrency } from '../../catalog/read.ts'
import { lockCustomer } from '../../customers/index.ts'
import { openWallets, saveWallets } from './openWallets.ts'
import { markChanged } from './post.core.ts'
import { settle } from './settle.core.ts'
import { NeedsWholeWallet, newWallet, type Wallet } from './wallet.core.ts'

/** Identifies a wallet by its customer and currency. */
export interface WalletTarget {
  customerId: string
  creditCurrencyId: string
  /** Wallets are created on first use, but not in an archived currency. */
  isArchived?: boolean
}

export interface OpenedWallet {
  wallet: Wallet
  /** The customer's time. */
  now: Date
  session: Session
}

/** Locks the customer and works on a wallet as `withLockedWallet` does. */
export async function withWallet<T>(
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  target: WalletTarget,
  work: (opened: OpenedWallet) => T | Promise<T>,
): Promise<T> {
  const { now: at } = await lockCustomer(tx, scope, target.customerId)
  return withLockedWallet(tx, scope, { ...target, at }, work)
}

/**
 * Opens the wallet, runs `work` and saves the wallet. `work` may run twice, because it may need
 * more of the wallet than is loaded at first. The caller holds the customer's lock.
 */
export async function withLockedWallet<T>(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  target: WalletTarget & {
    /** The customer's time. */
    at: Date
  },
  work: (opened: OpenedWallet) => T | Promise<T>,
): Promise<T> {
  const { customerId, creditCurrencyId, at: now } = target
  const session = sessionOf(tx)
  const key = { environmentId, customerId, bucket: bucketOf(environmentId, customerId), now }
  const open = async (whole?: ReadonlySet<string>): Promise<Wallet | undefined> =>
    (await openWallets(session, [key], whole))
      .get(customerMapKey(key))
      ?.find((wallet) => wallet.creditCurrencyId === creditCurrencyId)
  const run = async (wallet: Wallet): Promise<T> => {
    const result = await work({ wallet, now, session })
    await saveWallets(session, [wallet])
    return result
  }
  const found = await open()
  if (!found) {
    if (target.isArchived) throw currencyIsArchived()
    return run(newWallet({ ...key, creditCurrencyId }, now))
  }
  try {
    return await run(found)
  } catch (error) {
    if (!(error instanceof NeedsWholeWallet) || found.isWhole) throw error
    return run((await open(new Set([found.id]))) ?? found)
  }
}

const currencyIsArchived = (): PurserError =>
  new PurserError(
    'invalid_state',
    'The credit currency is archived and this customer has no wallet in it. Restore the currency first.',
  )

/**
 * Returns a customer's settled wallet, which is created if it does not exist. Locks the customer.
 */
export const ensureWallet = (
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  target: WalletTarget,
): Promise<Wallet> =>
  withWallet(tx, scope, target, ({ wallet, now }) => {
    markChanged(wallet, settle(wallet, now))
    return wallet
  })

/** Finds a credit currency by id or slug. */
export async function requireCreditCurrency(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  idOrSlug: string,
): Promise<Pick<WalletTarget, 'creditCurrencyId'> & { isArchived: boolean }> {
  const currency = await findCreditCurrency(tx, environmentId, idOrSlug)
  if (!currency) throw notFound('credit currency', idOrSlug)
  return { creditCurrencyId: currency.id, isArchived: currency.status === 'archived' }
}

/** The reason why an operation on a wallet did nothing. */
type Refusal = 'insufficient' | 'frozen' | 'closed' | 'ended'

const isRefusal = (outcome: unknown): outcome is Refusal =>
  outcome === 'insufficient' || outcome === 'frozen' || outcome === 'closed' || outcome === 'ended'

/** Returns the outcome of an operation, or throws if the operation was refused. */
export function throwIfRefused<T>(outcome: T | Refusal, what: string): T {
  if (!isRefusal(outcome)) return outcome
  if (outcome === 'insufficient') {
    throw new PurserError(
      'insufficient_credits',
      'The wallet has too few credits. Grant or top up credits, then try again.',
    )
  }
  throw new PurserError(
    'invalid_state',
    outcome === 'ended'
      ? `The ${what} has ended: it expired, or its credits were spent, voided or released.`
      : outcome === 'frozen'
        ? 'The wallet is frozen or closed. Nothing can be taken out of it until it is active again.'
        : 'The wallet is closed. Its balance can no longer change.',
  )
}
