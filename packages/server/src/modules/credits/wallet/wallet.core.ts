import type { LedgerEntry, Reservation as RenderedReservation } from '@purser/contract'
import { type Amount, add, compare, parseAmount, ZERO } from '../../../kernel/amount.ts'
import { PurserError } from '../../../kernel/errors.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'

export type WalletStatus = 'active' | 'frozen' | 'closed'

/** The fields of a new grant that never change. They are not loaded for stored grants. */
export interface GrantTerms {
  readonly reason: LedgerEntry['reason']
  readonly amount: Amount
  readonly subscriptionId: string | null
  readonly planId: string | null
  readonly ruleKey: string | null
  readonly periodKey: string | null
  readonly creditPackageId: string | null
  readonly sourceInvoiceId: string | null
  /** The top-up that paid for the grant. */
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
  /** The credits that expired. */
  expired: Amount
  voidedAt: Date | null
  /** Null for a stored grant. */
  terms: GrantTerms | null
  isChanged: boolean
}

/** A ledger row. */
export interface LedgerRow {
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

/** An event for the merchant. */
interface WalletEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}

/** A wallet in memory. Operations change it and collect the rows to write. */
export interface Wallet {
  readonly bucket: number
  readonly environmentId: string
  readonly id: string
  readonly customerId: string
  readonly creditCurrencyId: string
  readonly createdAt: Date
  readonly status: WalletStatus
  /** The balance at which an auto-top-up fires. Null without an enabled rule. */
  readonly topUpThreshold: Amount | null
  balance: Amount
  /** The balance in the database. */
  storedBalance: Amount
  held: Amount
  overdraft: Amount
  lastSeq: number
  /** Nothing expires before this time. Null if nothing ever expires. */
  nextDueAt: Date | null
  /** The UTC day of the last consumption, and the amount consumed on it. */
  consumedOn: string | null
  consumed: Amount
  /** Never decreases, so ledger rows are also ordered by time. */
  updatedAt: Date
  /** In the order of consumption. May contain grants without remaining credits. */
  grants: Grant[]
  reservations: Reservation[]
  /** True if every grant with remaining credits is loaded. */
  hasAllGrants: boolean
  /** True if every held reservation, and the grants of its holds, are loaded too. */
  isWhole: boolean
  isNew: boolean
  isChanged: boolean
  entries: LedgerRow[]
  events: WalletEvent[]
  /** The consumption of days before `consumedOn`, to be stored. */
  endedDays: { day: string; consumed: Amount }[]
}

/** Thrown before anything is written if an operation needs more of the wallet than is loaded. */
export class NeedsWholeWallet extends Error {
  readonly wallet: Wallet

  constructor(wallet: Wallet) {
    super(`Wallet ${wallet.id} is only partly loaded. Open it again as a whole.`)
    this.name = 'NeedsWholeWallet'
    this.wallet = wallet
  }
}

/** Creates a wallet in memory. It is stored with the first change. */
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
  events: [],
  endedDays: [],
})

/** The time of an operation. A wallet keeps its time if the clock is set back. */
export const operationTime = (wallet: Wallet, now: Date): Date =>
  wallet.updatedAt.getTime() > now.getTime() ? wallet.updatedAt : now

/** Columns hold amounts below this limit. Larger ones are rejected before anything is posted. */
export const AMOUNT_LIMIT = parseAmount(10 ** 15)

/** The remaining credits of all grants. Before settling, this includes expired ones. */
export const spendableCredits = (wallet: Wallet): Amount => add(wallet.balance, wallet.overdraft)

export function requireGrant(wallet: Wallet, id: string): Grant {
  const grant = wallet.grants.find((candidate) => candidate.id === id)
  // Callers load the grants they need together with the wallet.
  if (!grant) throw new NeedsWholeWallet(wallet)
  return grant
}

/** Held credits count, because they may be returned. */
export function refuseAboveLimit(wallet: Wallet, { amount }: { readonly amount: Amount }): void {
  if (
    compare(add(add(add(wallet.balance, wallet.overdraft), wallet.held), amount), AMOUNT_LIMIT) < 0
  )
    return
  throw new PurserError(
    'invalid_state',
    'A wallet holds less than 10^15 minor units of its currency; spend or void credits first.',
  )
}

/**
 * The credits that a reservation still holds from one grant, or from the overdraft if there is no
 * grant.
 */
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
  readonly rule: ExhaustionRule
  /** The credits that were reserved originally. */
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

/** True if the reservation can still be captured, extended or released. */
export const isOpen = (reservation: Reservation, at: Date): boolean =>
  reservation.status === 'held' && !isExpired(reservation, at)

/** The rule for amounts that grants do not cover. */
export type ExhaustionRule = 'block' | 'overdraft' | 'invoice'

/** True from the exact time of expiry, even before the sweep. */
export const isExpired = ({ expiresAt }: { expiresAt: Date | null }, at: Date): boolean =>
  expiresAt !== null && expiresAt <= at

export const secondsAfter = (at: Date, seconds: number): Date =>
  new Date(at.getTime() + seconds * 1000)
