import type { Amount } from '../../src/kernel/amount.ts'
import type { CollectionMethod, PaymentStatus } from './money.ts'

/** What a customer is billed for: kept beside its money. */
export interface Billing {
  /** Oldest first: they come about under the customer's lock. */
  invoices: Invoice[]
  /** Payments of invoices, oldest first. */
  payments: InvoicePayment[]
  /** Lines that wait for an invoice, or were taken up by one; oldest first. */
  pending: PendingLine[]
  /** What the merchant was told of subscriptions and invoices, in order and in full. */
  told: readonly Word[]
}

interface Word {
  readonly type: string
  readonly data: unknown
}

export interface Line {
  readonly type: 'recurring' | 'usage' | 'proration' | 'one_off' | 'minimum' | 'overage' | 'topup'
  readonly subscriptionId: string | null
  readonly chargeId: string | null
  readonly quantity: Amount
  readonly amount: number
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

type InvoiceStatus = 'open' | 'paid' | 'void' | 'uncollectible'

export interface Invoice {
  readonly id: string
  readonly subscriptionId: string | null
  readonly reason: 'start' | 'period' | 'change' | 'end' | 'pending_lines'
  readonly collectionMethod: CollectionMethod
  readonly lines: readonly Line[]
  readonly total: number
  readonly cycleStart: Date | null
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  readonly issuedAt: Date
  readonly dueAt: Date
  status: InvoiceStatus
  amountPaid: number
  paidAt: Date | null
  nextAttemptAt: Date | null
  attemptCount: number
  firstFailedAt: Date | null
}

export interface InvoicePayment {
  readonly id: string
  /** By which a refund names it. */
  readonly attemptId: string
  readonly invoiceId: string
  readonly amount: number
  readonly flow: 'off_session' | 'form'
  /** Nobody was there: the schedule tried it. */
  readonly isUnattended: boolean
  /** What the schedule goes on with should it fail. */
  readonly resumeAt: Date | null
  methodId: string | null
  status: PaymentStatus
  errorCode: string | null
  atProvider: 'paid' | 'failed' | null
  refunded: number
  completedAt: Date | null
}

interface PendingLine {
  readonly amount: number
  readonly type: Line['type']
  readonly subscriptionId: string | null
  readonly createdAt: Date
  invoiceId: string | null
}

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'paused'

export type Seats = Readonly<Record<string, number>>

/** What a subscription that is billed has besides a plan. */
export interface Contract {
  readonly createdAt: Date
  readonly trialDays: number | null
  readonly collectionMethod: CollectionMethod
  status: SubscriptionStatus
  quantities: Seats
  periodStart: Date | null
  periodEnd: Date | null
  trialEndsAt: Date | null
  trialToldAt: Date | null
  incompleteUntil: Date | null
  cancelAt: Date | null
  canceledAt: Date | null
  pausedAt: Date | null
  pendingChange: { readonly planId: string; readonly quantities: Seats } | null
  nextDripAt: Date | null
  /** A change that comes into force when its invoice is paid. */
  waiting: WaitingChange | null
  /** Credits that were used ahead of time and not paid for, by currency. */
  owed: Readonly<Record<string, { readonly amount: Amount; readonly until: Date | null }>>
}

export interface WaitingChange {
  readonly invoiceId: string
  readonly planId: string
  readonly quantities: Seats
  readonly at: Date
  readonly anchor: Date
  readonly periodStart: Date
  readonly periodEnd: Date | null
  readonly usage: readonly { readonly name: string; readonly quantity: Amount }[]
  readonly givenBack: number
  readonly withheld: number
}

export const newBilling = (): Billing => ({ invoices: [], payments: [], pending: [], told: [] })

export const copyBilling = (billing: Billing): Billing => ({
  ...billing,
  invoices: billing.invoices.map((invoice) => ({ ...invoice })),
  payments: billing.payments.map((payment) => ({ ...payment })),
  pending: billing.pending.map((line) => ({ ...line })),
})

export const GIVES_ACCESS: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due']
export const HAS_ENDED: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']
