import type { Amount } from '../../src/kernel/amount.ts'
import type { Feature, Properties, Terms } from './catalog.ts'
import { NOWHERE, type TaxPlace } from './invoicing/taxes.ts'
import { type CollectionMethod, copyMoney, type Money, newMoney } from './payments/money.ts'
import {
  type Billing,
  type Contract,
  copyBilling,
  type DunningEnd,
  newBilling,
} from './subscriptions/billing.ts'

/**
 * The complete state of one customer. Operations on one customer never affect another, so an
 * operation reads and changes only this.
 */
export interface Customer {
  readonly id: string
  readonly timezone: string
  readonly collectionMethod: CollectionMethod
  /** The place that decides the customer's tax. */
  place: TaxPlace
  /** The number of ids created for each kind. A model id consists of its kind and this number. */
  ids: Record<IdKind, number>
  subscriptions: Subscription[]
  /** Overrides by feature id. They replace the terms of all plans. Null denies the feature. */
  overrides: Map<string, Terms | null>
  wallets: Map<string, Wallet>
  events: UsageEvent[]
  counters: Map<string, Counter>
  accruals: Map<string, Accrual>
  /** Totals by UTC day and event name. */
  usageDays: Map<string, Amount>
  /** One entry for each time an event was the first to reach a limit of the feature. */
  limitsReached: readonly string[]
  money: Money
  billing: Billing
  /** The customer's test clock, if it has one. */
  clock: Clock | null
}

export interface Clock {
  readonly id: string
  readonly createdAt: Date
  readonly now: Date
  /** The instant to which the clock is advancing. Null if the clock is not advancing. */
  readonly target: Date | null
  /** Due work that the clock may have missed at its current instant. See `excuseMissedWork`. */
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
  /** Null if the plan was attached without billing. */
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
  /** Credits spent on each UTC day. */
  consumed: Map<string, Amount>
  /** Messages sent to the merchant. */
  messages: readonly Message[]
  /** The auto-top-up rule. Null if the wallet never had one. */
  rule: Rule | null
  /**
   * The balance at the end of the last transaction. A fall from above the threshold to the
   * threshold or below makes the wallet low.
   */
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
  /** The top-up attempt that paid for the grant. */
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
  /** The cost of one unit when the credits were reserved. */
  readonly unitCost: Amount | null
  readonly rule: Exhaustion
  readonly amount: Amount
  readonly createdAt: Date
  status: 'held' | 'captured' | 'released' | 'expired'
  captured: Amount
  expiresAt: Date
  /** Held amounts in the order in which they were taken. A null grant is the overdraft. */
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
  /** The invoice that this row paid, or whose voiding returned the money. */
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
  /** An event with the same key and the same payload is a repetition. */
  readonly payload: string
  readonly flow: 'credit' | 'invoice' | 'credit_and_invoice' | 'meter' | 'none'
  readonly featureSlug: string | null
  readonly creditCurrencyId: string | null
  readonly creditsDeducted: Amount
  readonly creditBalance: Amount | null
  /** The changes that a reversal undoes. */
  readonly tallyChanges: readonly TallyChange[]
  reversedAt: Date | null
}

/** The change that one event made to a counter or accrual. */
export interface TallyChange {
  readonly target: 'counter' | 'accrual'
  readonly name: string
  readonly periodStart: Date
  readonly units: Amount
  /** The distinct value, for a `unique` metric. */
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
  /** The part that invoices have billed. */
  billed: Amount
}

export const newCustomer = (
  id: string,
  timezone: string,
  collectionMethod: CollectionMethod = 'charge_automatically',
  dunningEnd: DunningEnd = 'cancel',
  place: TaxPlace = NOWHERE,
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

/**
 * Creates a model id. The `~` distinguishes it from real ids. Later ids of a kind sort after
 * earlier ones.
 */
export function nextId(customer: Customer, kind: IdKind): string {
  customer.ids[kind] += 1
  return `~${kind} ${customer.ids[kind]} of ${customer.id}`
}

/** Copies a customer. The copy shares only immutable parts. */
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
