import type { LedgerEntry } from '@purser/contract'
import {
  type Amount,
  add,
  compare,
  least,
  parseAmount,
  subtract,
  ZERO,
} from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { utcDay } from '../../../kernel/utcDay.ts'
import type { Reservation } from './reservation.ts'

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

export interface Posting {
  readonly type: Entry['type']
  readonly reason: Entry['reason']
  readonly amount: Amount
  readonly at: Date
  readonly reservationId?: string | null | undefined
  readonly invoiceId?: string | null | undefined
  readonly featureId?: string | null | undefined
  readonly usageEventId?: string | null | undefined
  readonly metadata?: Entry['metadata'] | undefined
}

/** How a row moves the balance. */
const deltaOf = ({ type, amount }: Posting): Amount => {
  switch (type) {
    case 'CREDIT':
    case 'RELEASE':
    case 'ADJUSTMENT':
      return amount
    case 'DEBIT':
    case 'HOLD':
    case 'EXPIRE':
      return subtract(ZERO, amount)
  }
}

/**
 * Writes one row: the only way in which a balance moves. It moves one grant with it, or, without a
 * grant, the overdraft.
 */
export function post(wallet: Wallet, grant: Grant | null, posting: Posting): void {
  const { type, reason, amount, at } = posting
  const delta = deltaOf(posting)
  const balanceBefore = wallet.balance
  wallet.balance = add(balanceBefore, delta)
  wallet.lastSeq += 1
  touch(wallet, at)
  if (grant) {
    grant.remaining = add(grant.remaining, delta)
    grant.isChanged = true
    if (type === 'EXPIRE') grant.expired = add(grant.expired, amount)
  } else {
    wallet.overdraft = subtract(wallet.overdraft, delta)
  }
  if (consumes(posting)) noteConsumption(wallet, subtract(ZERO, delta), at)
  wallet.entries.push({
    seq: wallet.lastSeq,
    type,
    reason,
    amount,
    balanceBefore,
    balanceAfter: wallet.balance,
    grantId: grant === null ? null : grant.id,
    reservationId: posting.reservationId ?? null,
    invoiceId: posting.invoiceId ?? null,
    featureId: posting.featureId ?? null,
    usageEventId: posting.usageEventId ?? null,
    metadata: posting.metadata ?? null,
    createdAt: at,
  })
}

/** Use counts as consumption, and giving it back as so much less of it. */
const consumes = ({ type, reason }: Posting): boolean =>
  type === 'DEBIT'
    ? reason === 'USAGE_DEDUCTION' || reason === 'RESERVATION_CAPTURE'
    : type === 'CREDIT' && reason === 'USAGE_REVERSAL'

function noteConsumption(wallet: Wallet, consumed: Amount, at: Date): void {
  const day = utcDay(at)
  if (wallet.consumedOn !== day) {
    if (wallet.consumedOn !== null) {
      wallet.endedDays.push({ day: wallet.consumedOn, consumed: wallet.consumed })
    }
    wallet.consumedOn = day
    wallet.consumed = ZERO
  }
  // A day's sum is for a chart: it may be cut off where no column could hold it.
  wallet.consumed = least(add(wallet.consumed, consumed), subtract(LIMIT, parseAmount(1)))
}

/** Marks a wallet that is to be written although no row was. */
export function touch(wallet: Wallet, at: Date): void {
  wallet.updatedAt = at
  wallet.isChanged = true
}

/** Keeps the instant before which nothing runs out. */
export function fallsDue(wallet: Wallet, at: Date | null): void {
  if (at !== null && (wallet.nextDueAt === null || at < wallet.nextDueAt)) wallet.nextDueAt = at
}

/** Lower priority first, then the oldest. */
export const byConsumption = (a: Grant, b: Grant): number =>
  a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)

/** Puts a grant where it will be consumed, which is only known among all that have something left. */
export function insertGrant(wallet: Wallet, grant: Grant): void {
  if (!wallet.hasAllGrants) throw new NeedsWholeWallet(wallet)
  const at = wallet.grants.findIndex((other) => byConsumption(grant, other) < 0)
  wallet.grants.splice(at < 0 ? wallet.grants.length : at, 0, grant)
}

/** Tells the merchant of an operation that used up what there was. */
export function tellIfDepleted(wallet: Wallet, balanceBefore: Amount, at: Date): void {
  if (compare(balanceBefore, ZERO) > 0 && compare(wallet.balance, ZERO) <= 0) {
    tell(wallet, 'credits.depleted', {}, at)
  }
}

export function tell(
  wallet: Wallet,
  type: string,
  data: Readonly<Record<string, unknown>>,
  createdAt: Date,
): void {
  const { customerId, id: creditAccountId, creditCurrencyId } = wallet
  wallet.messages.push({
    type,
    data: { customerId, creditAccountId, creditCurrencyId, ...data },
    createdAt,
  })
}
