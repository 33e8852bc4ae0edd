import type { Amount } from '../../../src/kernel/amount.ts'
import type { Discount } from '../invoicing/coupons.ts'
import type { CollectionMethod, PaymentStatus } from '../payments/money.ts'

/** What a customer is billed for: kept beside its money. */
export interface Billing {
  /** Oldest first: they come about under the customer's lock. */
  invoices: Invoice[]
  /** Payments of invoices, oldest first. */
  payments: InvoicePayment[]
  /** Lines that wait for an invoice, or were taken up by one; oldest first. */
  pending: PendingLine[]
  /** Oldest first. */
  creditNotes: readonly CreditNote[]
  /** Oldest first. */
  sessions: CheckoutSession[]
  /** What was said that a change would cost; oldest first. */
  previews: readonly Preview[]
  /** What the customer's bank says at the provider; oldest first. */
  disputes: Dispute[]
  /** Those of which we have heard, in that order. */
  heardDisputes: readonly string[]
  /** Invoices whose payment is ended at the provider, so that they can be voided. */
  ending: readonly string[]
  /** What becomes of an invoice that nobody pays: the merchant's choice. */
  readonly dunningEnd: DunningEnd
  /** How often each coupon was used, by its id. */
  redeemed: Map<string, number>
  /** What the merchant was told of subscriptions and invoices, in order and in full. */
  told: readonly Word[]
  /** Migrations that were asked for: what nobody asked for moves nobody. */
  migrations: readonly ('now' | 'period_end')[]
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
  /** As it is priced: before a discount, and with the tax where prices have it in them. */
  readonly amount: number
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** A line as it stands on an invoice. */
export interface BilledLine extends Line {
  /** What the discount takes off the price. */
  readonly off: number
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}

type InvoiceStatus = 'open' | 'paid' | 'partially_refunded' | 'refunded' | 'void' | 'uncollectible'

export type DunningEnd = 'cancel' | 'uncollectible'

export interface Invoice {
  readonly id: string
  readonly subscriptionId: string | null
  readonly reason: 'start' | 'period' | 'change' | 'end' | 'pending_lines'
  readonly collectionMethod: CollectionMethod
  readonly lines: readonly BilledLine[]
  /** Prepaid money. */
  readonly creditsApplied: number
  readonly total: number
  readonly cycleStart: Date | null
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  readonly issuedAt: Date
  readonly dueAt: Date
  status: InvoiceStatus
  /** The total, less what was credited while it was open. */
  amountDue: number
  amountPaid: number
  /** What was credited after it was paid. */
  amountRefunded: number
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
  /** It came another way than through the provider. */
  readonly isExternal: boolean
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

export interface CreditNote {
  readonly id: string
  readonly invoiceId: string
  readonly amount: number
  readonly tax: number
  readonly createdAt: Date
}

/** A payment that the customer's bank has taken back until it is decided. */
export interface Dispute {
  readonly id: string
  readonly paymentId: string
  readonly amount: number
  atProvider: 'open' | 'won' | 'lost'
  /** As far as we have heard. */
  status: 'open' | 'won' | 'lost' | null
}

/** A purchase that is made in a form. */
export interface CheckoutSession {
  readonly id: string
  readonly purpose: 'subscription' | 'invoice_payment'
  /** What was asked for, in words that can be compared. */
  readonly words: string
  readonly subscriptionId: string | null
  readonly invoiceId: string | null
  readonly paymentId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  status: 'pending' | 'completed' | 'expired'
  completedAt: Date | null
}

/** A change as it was previewed: what it was asked, when, of what state, and what it came to. */
export interface Preview {
  /** Stands for the token. */
  readonly id: string
  readonly subscriptionId: string
  /** What was asked for, in words that can be compared. */
  readonly words: string
  readonly at: Date
  readonly revision: number
  readonly total: number
  /** Usage that was seen then, by accrual. */
  readonly seen: ReadonlyMap<string, Amount>
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
  /** What it is an add-on of, whose period and status it has. */
  readonly parentId: string | null
  /** When it begins by itself; null: it began when it was asked for. */
  startsAt: Date | null
  trialDays: number | null
  /** What its periods are to be counted from; null: where they begin. */
  readonly givenAnchor: Date | null
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
  pendingChange: PlanAndSeats | null
  discount: Discount | null
  nextDripAt: Date | null
  /** A change that comes into force when its invoice is paid. */
  waiting: WaitingChange | null
  /** Raised with everything that becomes of it. */
  revision: number
  /** When that was last. */
  revisedAt: Date
  /** Credits that were used ahead of time and not paid for, by currency. */
  owed: Readonly<Record<string, { readonly amount: Amount; readonly until: Date | null }>>
}

interface PlanAndSeats {
  readonly planId: string
  readonly planVersion: number
  readonly quantities: Seats
}

export interface WaitingChange extends PlanAndSeats {
  readonly invoiceId: string
  /** The add-on that is bought; absent: the subscription itself changes. */
  readonly itemId?: string
  readonly at: Date
  readonly anchor: Date
  readonly periodStart: Date
  readonly periodEnd: Date | null
  readonly usage: readonly { readonly name: string; readonly quantity: Amount }[]
  readonly givenBack: number
  readonly withheld: number
}

export const newBilling = (dunningEnd: DunningEnd): Billing => ({
  invoices: [],
  payments: [],
  pending: [],
  creditNotes: [],
  sessions: [],
  previews: [],
  disputes: [],
  heardDisputes: [],
  ending: [],
  dunningEnd,
  redeemed: new Map(),
  told: [],
  migrations: [],
})

export const copyBilling = (billing: Billing): Billing => ({
  ...billing,
  invoices: billing.invoices.map((invoice) => ({ ...invoice })),
  payments: billing.payments.map((payment) => ({ ...payment })),
  pending: billing.pending.map((line) => ({ ...line })),
  sessions: billing.sessions.map((session) => ({ ...session })),
  disputes: billing.disputes.map((dispute) => ({ ...dispute })),
  redeemed: new Map(billing.redeemed),
})

export const GIVES_ACCESS: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due']
export const HAS_ENDED: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']
