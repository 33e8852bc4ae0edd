import type { Amount } from '../../../src/kernel/amount.ts'
import type { Discount } from '../invoicing/coupons.ts'
import type { CollectionMethod, PaymentStatus } from '../payments/money.ts'

/** The invoices, payments and related billing records of a customer. */
export interface Billing {
  /** Oldest first. Invoices are created under the customer's lock. */
  invoices: Invoice[]
  /** Payments of invoices, oldest first. */
  payments: InvoicePayment[]
  /** Pending lines, and lines that an invoice has taken up; oldest first. */
  pending: PendingLine[]
  /** Oldest first. */
  creditNotes: readonly CreditNote[]
  /** Oldest first. */
  sessions: CheckoutSession[]
  /** Previews of changes, oldest first. */
  previews: readonly Preview[]
  /** Disputes at the provider, oldest first. */
  disputes: Dispute[]
  /** Ids of the disputes that were reported to Purser, in the order of the reports. */
  reportedDisputes: readonly string[]
  /** Invoices whose payment is being canceled at the provider, so that they can be voided. */
  ending: readonly string[]
  /** The merchant's setting for invoices whose retries all failed. */
  readonly dunningEnd: DunningEnd
  /** Redemptions by coupon id. */
  redeemed: Map<string, number>
  /** Messages about subscriptions and invoices, in order and in full. */
  messages: readonly BillingMessage[]
  /** Requested migrations. A subscription is only migrated if one was requested. */
  migrations: readonly ('now' | 'period_end')[]
}

interface BillingMessage {
  readonly type: string
  readonly data: unknown
}

export interface Line {
  readonly type: 'recurring' | 'usage' | 'proration' | 'one_off' | 'minimum' | 'overage' | 'topup'
  readonly subscriptionId: string | null
  readonly chargeId: string | null
  readonly quantity: Amount
  /** The price before discounts. It includes the tax if prices are tax-inclusive. */
  readonly amount: number
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** A line of an invoice. */
export interface BilledLine extends Line {
  /** The discount on the price. */
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
  /** Prepaid money applied to the invoice. */
  readonly creditsApplied: number
  readonly total: number
  readonly cycleStart: Date | null
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
  readonly issuedAt: Date
  readonly dueAt: Date
  status: InvoiceStatus
  /** The total minus amounts credited while the invoice was open. */
  amountDue: number
  amountPaid: number
  /** The amount credited after the invoice was paid. */
  amountRefunded: number
  paidAt: Date | null
  nextAttemptAt: Date | null
  attemptCount: number
  firstFailedAt: Date | null
}

export interface InvoicePayment {
  readonly id: string
  /** The id by which a refund refers to this payment. */
  readonly attemptId: string
  readonly invoiceId: string
  readonly amount: number
  readonly flow: 'off_session' | 'form'
  /** True for money from outside the provider. */
  readonly isExternal: boolean
  /** True if the schedule started the payment without the customer present. */
  readonly isUnattended: boolean
  /** The next scheduled attempt if this payment fails. */
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

/** A payment that the customer's bank holds back until the dispute is decided. */
export interface Dispute {
  readonly id: string
  readonly paymentId: string
  readonly amount: number
  atProvider: 'open' | 'won' | 'lost'
  /** The last status reported to Purser. */
  status: 'open' | 'won' | 'lost' | null
}

/** A purchase in a form of the provider. */
export interface CheckoutSession {
  readonly id: string
  readonly purpose: 'subscription' | 'invoice_payment'
  /** The request in a form that can be compared. */
  readonly requestText: string
  readonly subscriptionId: string | null
  readonly invoiceId: string | null
  readonly paymentId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  status: 'pending' | 'completed' | 'expired'
  completedAt: Date | null
}

/** A previewed change with its request, time, subscription revision and total. */
export interface Preview {
  /** The token. */
  readonly id: string
  readonly subscriptionId: string
  /** The request in a form that can be compared. */
  readonly requestText: string
  readonly at: Date
  readonly revision: number
  readonly total: number
  /** The unbilled usage at the time of the preview, by accrual. */
  readonly usageAtPreview: ReadonlyMap<string, Amount>
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

/** The billing state of a subscription. */
export interface Contract {
  readonly createdAt: Date
  /** The subscription that this add-on belongs to. The add-on shares its period and status. */
  readonly parentId: string | null
  /** A scheduled start. Null if the subscription started when it was requested. */
  startsAt: Date | null
  trialDays: number | null
  /** The requested anchor. Null if periods count from the start. */
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
  /** A change that applies once its invoice is paid. */
  waiting: WaitingChange | null
  /** Increases with every change of the subscription. */
  revision: number
  /** The time of the last revision. */
  revisedAt: Date
  /** Credits by currency that were used ahead of time and not paid for. */
  owed: Readonly<Record<string, { readonly amount: Amount; readonly until: Date | null }>>
}

interface PlanAndSeats {
  readonly planId: string
  readonly planVersion: number
  readonly quantities: Seats
}

export interface WaitingChange extends PlanAndSeats {
  readonly invoiceId: string
  /** The add-on being bought. Absent if the subscription itself changes. */
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
  reportedDisputes: [],
  ending: [],
  dunningEnd,
  redeemed: new Map(),
  messages: [],
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
