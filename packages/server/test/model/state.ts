import type { Amount } from '../../src/kernel/amount.ts'
import type { Feature, Properties, Terms } from './catalog.ts'
import { NOWHERE, type Place } from './invoicing/taxes.ts'
import { type CollectionMethod, copyMoney, type Money, newMoney } from './payments/money.ts'
import {
  type Billing,
  type Contract,
  copyBilling,
  type DunningEnd,
  newBilling,
} from './subscriptions/billing.ts'

/**
 * Everything that Purser knows of one customer. Nothing that one customer does touches another, so
 * this is the whole state that an operation reads and changes.
 */
export interface Customer {
  readonly id: string
  readonly timezone: string
  readonly collectionMethod: CollectionMethod
  /** Where it is taxed. */
  place: Place
  /** How many ids of each kind were given out: a model id says what it names and which one it is. */
  ids: Record<IdKind, number>
  subscriptions: Subscription[]
  /** What it has of a feature, by the feature's id, whatever its plans say; null: nothing. */
  overrides: Map<string, Terms | null>
  wallets: Map<string, Wallet>
  events: UsageEvent[]
  counters: Map<string, Counter>
  accruals: Map<string, Accrual>
  /** Totals by UTC day and event name. */
  usageDays: Map<string, Amount>
  /** Features whose limit an event was the first to reach, each time one was. */
  limitsReached: readonly string[]
  money: Money
  billing: Billing
  /** Its own time, where it lives by a test clock. */
  clock: Clock | null
}

export interface Clock {
  readonly id: string
  readonly createdAt: Date
  readonly now: Date
  /** Where it is on its way to; null: it stands still. */
  readonly target: Date | null
  /** What came to be due where it stands while it may have been about to go on. */
  readonly excused?: readonly string[]
}

export type IdKind =
  | 'subscription'
  | 'wallet'
  | 'reservation'
  | 'event'
  | 'method'
  | 'attempt'
  | 'payment'
  | 'refund'
  | 'invoice'
  | 'invoicePayment'
  | 'creditNote'
  | 'session'
  | 'dispute'
  | 'preview'

export interface Subscription {
  readonly id: string
  planId: string
  planVersion: number
  billingAnchor: Date
  givesAccess: boolean
  invoicedThrough: Date | null
  /** Null: it was attached by hand and is never billed. */
  contract: Contract | null
}

export type Exhaustion = 'block' | 'overdraft' | 'invoice'

export interface Wallet {
  readonly id: string
  readonly creditCurrencyId: string
  status: 'active' | 'frozen'
  overdraft: Amount
  /** Oldest first. */
  grants: Grant[]
  /** Oldest first. */
  reservations: Reservation[]
  ledger: readonly LedgerRow[]
  /** What was spent on each UTC day. */
  consumed: Map<string, Amount>
  /** What the merchant was told of it. */
  told: readonly Message[]
  /** How it refills itself; null: it never had a rule. */
  rule: Rule | null
  /** The balance that was stored last: what comes down from it to the threshold has run low. */
  storedBalance: Amount
}

export interface Rule {
  readonly isEnabled: boolean
  readonly threshold: Amount
  readonly creditPackageId: string | null
  readonly amount: number | null
  readonly monthlyChargeLimit: number | null
}

export type Message =
  | 'credits.granted'
  | 'credits.expired'
  | 'credits.depleted'
  | 'credits.low'
  | 'reservation.expired'

export interface Grant {
  readonly id: string
  readonly reason: string
  readonly amount: Amount
  readonly priority: number
  readonly expiresAt: Date | null
  readonly subscriptionId: string | null
  readonly planId: string | null
  readonly creditPackageId: string | null
  /** The top-up that paid for it. */
  readonly attemptId: string | null
  readonly ruleKey: string | null
  readonly periodKey: string | null
  readonly description: string | null
  readonly metadata: Properties
  readonly createdAt: Date
  remaining: Amount
  expired: Amount
  voidedAt: Date | null
}

export interface Reservation {
  readonly id: string
  readonly feature: Feature | null
  readonly quantity: Amount | null
  readonly properties: Properties
  /** What a unit of the feature cost when it was held. */
  readonly unitCost: Amount | null
  readonly rule: Exhaustion
  readonly amount: Amount
  readonly createdAt: Date
  status: 'held' | 'captured' | 'released' | 'expired'
  captured: Amount
  expiresAt: Date
  /** What is still held of which grant, in the order in which it was taken; null: of the overdraft. */
  parts: { readonly grantId: string | null; readonly amount: Amount }[]
}

export interface LedgerRow {
  readonly type: 'CREDIT' | 'DEBIT' | 'HOLD' | 'RELEASE' | 'EXPIRE' | 'ADJUSTMENT'
  readonly reason: string
  readonly amount: Amount
  readonly balanceBefore: Amount
  readonly balanceAfter: Amount
  readonly grantId: string | null
  readonly reservationId: string | null
  readonly featureId: string | null
  readonly usageEventId: string | null
  /** That it paid, or that was voided. */
  readonly invoiceId: string | null
  readonly createdAt: Date
}

export interface UsageEvent {
  readonly id: string
  readonly eventName: string
  readonly quantity: Amount
  readonly properties: Properties
  readonly occurredAt: Date
  readonly createdAt: Date
  readonly idempotencyKey: string | null
  /** What makes a repeat the same request. */
  readonly payload: string
  readonly flow: 'credit' | 'invoice' | 'credit_and_invoice' | 'meter' | 'none'
  readonly featureSlug: string | null
  readonly creditCurrencyId: string | null
  readonly creditsDeducted: Amount
  readonly creditBalance: Amount | null
  /** What it moved, so that a reversal undoes what was done. */
  readonly moves: readonly Move[]
  reversedAt: Date | null
}

/** What one event did to one counter or accrual. */
export interface Move {
  readonly target: 'counter' | 'accrual'
  readonly name: string
  readonly periodStart: Date
  readonly units: Amount
  /** For a metric of different values: the value. */
  readonly member: string | null
}

/** The value of a metric in one period. */
export interface Tally {
  readonly metricId: string
  readonly periodStart: Date
  readonly periodEnd: Date | null
  value: Amount
  latestAt: Date | null
  members: Set<string>
}

export interface Counter extends Tally {
  readonly span: string
}

export interface Accrual extends Tally {
  readonly subscriptionId: string
  readonly chargeId: string
  /** What invoices took up of it. */
  billed: Amount
}

export const newCustomer = (
  id: string,
  timezone: string,
  collectionMethod: CollectionMethod = 'charge_automatically',
  dunningEnd: DunningEnd = 'cancel',
  place: Place = NOWHERE,
  clock: Clock | null = null,
): Customer => ({
  id,
  timezone,
  collectionMethod,
  place,
  ids: {
    subscription: 0,
    wallet: 0,
    reservation: 0,
    event: 0,
    method: 0,
    attempt: 0,
    payment: 0,
    refund: 0,
    invoice: 0,
    invoicePayment: 0,
    creditNote: 0,
    session: 0,
    dispute: 0,
    preview: 0,
  },
  subscriptions: [],
  overrides: new Map(),
  wallets: new Map(),
  events: [],
  counters: new Map(),
  accruals: new Map(),
  usageDays: new Map(),
  limitsReached: [],
  money: newMoney(),
  billing: newBilling(dunningEnd),
  clock,
})

/** A model id; `~` tells it from a real one. Later ones of a kind sort after earlier ones. */
export function nextId(customer: Customer, kind: IdKind): string {
  customer.ids[kind] += 1
  return `~${kind} ${customer.ids[kind]} of ${customer.id}`
}

/** A copy that shares only what never changes. */
export const copyCustomer = (customer: Customer): Customer => ({
  ...customer,
  ids: { ...customer.ids },
  subscriptions: customer.subscriptions.map((subscription) => ({
    ...subscription,
    contract: subscription.contract && { ...subscription.contract },
  })),
  overrides: new Map(customer.overrides),
  wallets: new Map([...customer.wallets].map(([name, wallet]) => [name, copyWallet(wallet)])),
  events: customer.events.map((event) => ({ ...event })),
  counters: copyTallies(customer.counters),
  accruals: copyTallies(customer.accruals),
  usageDays: new Map(customer.usageDays),
  money: copyMoney(customer.money),
  billing: copyBilling(customer.billing),
})

const copyWallet = (wallet: Wallet): Wallet => ({
  ...wallet,
  grants: wallet.grants.map((grant) => ({ ...grant })),
  reservations: wallet.reservations.map((reservation) => ({
    ...reservation,
    parts: [...reservation.parts],
  })),
  consumed: new Map(wallet.consumed),
})

const copyTallies = <T extends Tally>(tallies: Map<string, T>): Map<string, T> =>
  new Map(
    [...tallies].map(([name, tally]) => [name, { ...tally, members: new Set(tally.members) }]),
  )

export function subscriptionById(customer: Customer, id: string): Subscription {
  const subscription = customer.subscriptions.find((candidate) => candidate.id === id)
  if (!subscription) throw new Error(`${customer.id} has no ${id}`)
  return subscription
}
