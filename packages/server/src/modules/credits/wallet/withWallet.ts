import { customerName } from '../../../kernel/customerName.ts'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Session, sessionOf } from '../../../platform/db/session.ts'
import { findCreditCurrency } from '../../catalog/read.ts'
import { lockCustomers } from '../../customers/index.ts'
import { openWallets, saveWallets } from './openWallets.ts'
import { touch } from './post.core.ts'
import { settle } from './settle.core.ts'
import { NeedsWholeWallet, newWallet, type Wallet } from './wallet.core.ts'

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

/** A customer's wallet as it stands now, made when there is none. The customer is locked by it. */
export const ensureWallet = (
  tx: Tx,
  scope: Pick<Scope, 'environmentId' | 'now'>,
  target: WalletTarget,
): Promise<Wallet> =>
  withWallet(tx, scope, target, ({ wallet, now }) => {
    touch(wallet, settle(wallet, now))
    return wallet
  })

/** The currency of a wallet by its id or slug. */
export async function findCurrency(
  tx: Tx,
  { environmentId }: Pick<Scope, 'environmentId'>,
  idOrSlug: string,
): Promise<Pick<WalletTarget, 'creditCurrencyId'> & { isArchived: boolean }> {
  const currency = await findCreditCurrency(tx, environmentId, idOrSlug)
  if (!currency) throw notFound('credit currency', idOrSlug)
  return { creditCurrencyId: currency.id, isArchived: currency.status === 'archived' }
}

/** Why an operation on a wallet did nothing. */
type Refusal = 'insufficient' | 'frozen' | 'closed' | 'ended'

const isRefusal = (outcome: unknown): outcome is Refusal =>
  outcome === 'insufficient' || outcome === 'frozen' || outcome === 'closed' || outcome === 'ended'

/** The outcome of an operation that was carried out; a refused one is the caller's error. */
export function carriedOut<T>(outcome: T | Refusal, what: string): T {
  if (!isRefusal(outcome)) return outcome
  if (outcome === 'insufficient') {
    throw new PurserError(
      'insufficient_credits',
      "The wallet's grants do not cover this. Grant or top up credits, then try again.",
    )
  }
  throw new PurserError(
    'invalid_state',
    outcome === 'ended'
      ? `The ${what} has ended: it was used up, voided, released or captured, or has expired.`
      : `The wallet is ${outcome === 'frozen' ? 'frozen or ' : ''}closed. Nothing can be taken out of it until it is active again.`,
  )
}
