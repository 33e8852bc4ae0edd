import type { LedgerEntry, Reservation as RenderedReservation } from '@purser/contract'
import { type Amount, add, compare, parseAmount, ZERO } from '../../../kernel/amount.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'

export type WalletStatus = 'active' | 'frozen' | 'closed'

/** What the row of a new grant says besides; it never changes, so a stored grant goes without. */
export interface GrantTerms {
  readonly reason: LedgerEntry['reason']
  readonly amount: Amount
  readonly subscriptionId: string | null
  readonly planId: string | null
  readonly ruleKey: string | null
  readonly periodKey: string | null
  readonly creditPackageId: string | null
  readonly sourceInvoiceId: string | null
  /** The top-up that paid for it. */
  readonly topUpAttemptId: string | null
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface Grant {
  readonly id: string
  readonly priority: number
  readonly expiresAt: Date | null
  readonly createdAt: Date
  remaining: Amount
  /** What expiry took. */
  expired: Amount
  voidedAt: Date | null
  /** Null once it is stored. */
  terms: GrantTerms | null
  isChanged: boolean
}

/** A row of the ledger. */
export interface Entry {
  readonly seq: number
  readonly type: LedgerEntry['type']
  readonly reason: LedgerEntry['reason']
  readonly amount: Amount
  readonly balanceBefore: Amount
  readonly balanceAfter: Amount
  readonly grantId: string | null
  readonly reservationId: string | null
  readonly invoiceId: string | null
  readonly featureId: string | null
  readonly usageEventId: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly createdAt: Date
}

/** What the merchant is to be told. */
interface Message {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}

/** A wallet as it is worked on, in memory: operations change it and collect what is to be written. */
export interface Wallet {
  readonly bucket: number
  readonly environmentId: string
  readonly id: string
  readonly customerId: string
  readonly creditCurrencyId: string
  readonly createdAt: Date
  readonly status: WalletStatus
  /** The balance at which it is to be refilled by itself; null without an enabled rule. */
  readonly topUpThreshold: Amount | null
  balance: Amount
  /** The balance as it is stored. */
  storedBalance: Amount
  held: Amount
  overdraft: Amount
  lastSeq: number
  /** Nothing runs out before it; null: nothing runs out by itself. */
  nextDueAt: Date | null
  /** The UTC day of the last consumption, and what was consumed on it. */
  consumedOn: string | null
  consumed: Amount
  /** Time never goes back in a wallet, so the ledger is in order by time too. */
  updatedAt: Date
  /** In the order of consumption; grants with nothing left may be among them. */
  grants: Grant[]
  reservations: Reservation[]
  /** Whether every grant with something left is loaded. */
  hasAllGrants: boolean
  /** Whether also every held reservation is loaded, and the grants that they hold of. */
  isWhole: boolean
  isNew: boolean
  isChanged: boolean
  entries: Entry[]
  messages: Message[]
  /** Days that have ended, with what was consumed on them. */
  endedDays: { day: string; consumed: Amount }[]
}

/** More of the wallet must be loaded before this can be decided; nothing was written. */
export class NeedsWholeWallet extends Error {
  readonly wallet: Wallet

  constructor(wallet: Wallet) {
    super(`the whole of ${wallet.id} is needed`)
    this.name = 'NeedsWholeWallet'
    this.wallet = wallet
  }
}

/** The wallet of a customer that has none in this currency yet; stored once something is booked on it. */
export const newWallet = (
  owner: Pick<Wallet, 'bucket' | 'environmentId' | 'customerId' | 'creditCurrencyId'>,
  now: Date,
): Wallet => ({
  bucket: owner.bucket,
  environmentId: owner.environmentId,
  id: newIdInBucket('creditAccount', owner.bucket),
  customerId: owner.customerId,
  creditCurrencyId: owner.creditCurrencyId,
  createdAt: now,
  status: 'active',
  topUpThreshold: null,
  balance: ZERO,
  storedBalance: ZERO,
  held: ZERO,
  overdraft: ZERO,
  lastSeq: 0,
  nextDueAt: null,
  consumedOn: null,
  consumed: ZERO,
  updatedAt: now,
  grants: [],
  reservations: [],
  hasAllGrants: true,
  isWhole: true,
  isNew: true,
  isChanged: false,
  entries: [],
  messages: [],
  endedDays: [],
})

/** Where a wallet stands in time: a clock that goes back does not take the wallet with it. */
export const timeIn = (wallet: Wallet, now: Date): Date =>
  wallet.updatedAt.getTime() > now.getTime() ? wallet.updatedAt : now

/** Less than this fits into a column; what would exceed it is refused before it is booked. */
export const LIMIT = parseAmount(10 ** 15)

/** What grants have left; only what has run out is still in it before the wallet is settled. */
export const spendable = (wallet: Wallet): Amount => add(wallet.balance, wallet.overdraft)

export function findGrant(wallet: Wallet, id: string): Grant {
  const grant = wallet.grants.find((candidate) => candidate.id === id)
  // Given back to, or captured from: it was loaded together with what it is asked for by.
  if (!grant) throw new NeedsWholeWallet(wallet)
  return grant
}

/** Lower priority first, then the oldest. */
export const byConsumption = (a: Grant, b: Grant): number =>
  a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)

/** What is held may come back, so it counts too. */
export function refuseTooMuch(wallet: Wallet, { amount }: { readonly amount: Amount }): void {
  if (compare(add(add(add(wallet.balance, wallet.overdraft), wallet.held), amount), LIMIT) < 0)
    return
  throw new PurserError(
    'invalid_state',
    'A wallet holds less than 10^15 minor units of its currency; spend or void credits first.',
  )
}

/** What a reservation still holds of one grant; without a grant, of the overdraft. */
export interface Hold {
  readonly position: number
  readonly grantId: string | null
  amount: Amount
}

export interface Reservation {
  readonly id: string
  readonly featureId: string | null
  readonly quantity: Amount | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly unitCost: Amount | null
  readonly rule: Exhaustion
  /** Credits taken out of the balance at first. */
  readonly amount: Amount
  readonly createdAt: Date
  status: RenderedReservation['status']
  held: Amount
  captured: Amount
  expiresAt: Date
  updatedAt: Date
  /** In the order in which they were taken. */
  readonly holds: Hold[]
  isChanged: boolean
}

/** Whether it can still be captured, extended or released. */
export const isOpen = (reservation: Reservation, at: Date): boolean =>
  reservation.status === 'held' && !isExpired(reservation, at)

/** What happens when grants do not cover an amount. */
export type Exhaustion = 'block' | 'overdraft' | 'invoice'

/** Over from the very instant on, whether or not anybody has booked it. */
export const isExpired = ({ expiresAt }: { expiresAt: Date | null }, at: Date): boolean =>
  expiresAt !== null && expiresAt <= at

export const secondsAfter = (at: Date, seconds: number): Date =>
  new Date(at.getTime() + seconds * 1000)
