import type { Amount } from '../../../src/kernel/amount.ts'
import type { Answer } from '../operation.ts'

/** The payment methods, attempts and refunds of a customer. */
export interface Money {
  /** Oldest first. */
  methods: Method[]
  defaultMethodId: string | null
  /** Attempts to refill a wallet, oldest first. They are created under the customer's lock. */
  attempts: Attempt[]
  /** Oldest first. */
  refunds: Refund[]
  /** Requests that have started and have no response yet, by flow number. */
  flows: Map<number, Flow>
  /** Messages sent to the merchant. */
  messages: readonly string[]
}

/** The behavior of a test card when it is charged. */
export type Behaviour =
  | 'success'
  | 'decline'
  | 'insufficient_funds'
  | 'fails_later'
  | 'challenge_always'

export interface Method {
  readonly id: string
  readonly providerMethodId: string
  readonly behaviour: Behaviour
  readonly createdAt: Date
  isDetached: boolean
}

export type SkipReason =
  | 'monthly_limit'
  | 'already_pending'
  | 'backoff'
  | 'no_payment_method'
  | 'disabled'

/** The credits to buy and their price. */
export interface PurchaseTerms {
  readonly credits: Amount
  readonly charge: number
  readonly description: string
  readonly creditPackageId: string | null
  readonly expiresAfterDays: number | null
  readonly priority: number | null
}

export interface Attempt {
  readonly id: string
  readonly creditCurrencyId: string
  readonly trigger: 'auto' | 'manual' | 'sweeper_replay'
  readonly createdAt: Date
  readonly threshold: Amount
  fundingMethod: CollectionMethod
  status: 'pending' | 'succeeded' | 'failed' | 'skipped'
  /** Null until the rule has fired. */
  terms: PurchaseTerms | null
  payment: Payment | null
  /** True if the charge goes on the next invoice. */
  isInvoiced: boolean
  grantId: string | null
  errorCode: string | null
  skipReason: SkipReason | null
  completedAt: Date | null
}

export type CollectionMethod = 'charge_automatically' | 'send_invoice'

export interface Payment {
  readonly id: string
  readonly flow: 'off_session' | 'form'
  methodId: string | null
  status: PaymentStatus
  /** The outcome of the form or challenge at the provider. */
  atProvider: 'paid' | 'failed' | null
  refunded: number
  completedAt: Date | null
}

export type PaymentStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

export interface Refund {
  readonly id: string
  readonly attemptId: string
  readonly amount: number
  readonly creditsTaken: Amount
  readonly grantId: string | null
  /** The credit note that caused the refund. */
  readonly creditNoteId: string | null
  readonly createdAt: Date
  status: 'pending' | 'succeeded' | 'failed'
}

/**
 * The state of a request that was started. Either its response is known, or the response depends on
 * the outcome of the work that the request started.
 */
type Flow =
  | { readonly answer: Answer }
  | { readonly attemptId: string }
  | { readonly refundId: string }
  | { readonly invoicePaymentId: string }
  | { readonly sessionId: string }
  /** The invoice to void once its payment has ended. */
  | { readonly voidedId: string }
  /** The subscription whose trial starts when a card is saved in a form. */
  | { readonly setupFor: string }
  /** The subscription to cancel once its payment has ended. */
  | { readonly canceledId: string }

export const newMoney = (): Money => ({
  methods: [],
  defaultMethodId: null,
  attempts: [],
  refunds: [],
  flows: new Map(),
  messages: [],
})

export const copyMoney = (money: Money): Money => ({
  ...money,
  methods: money.methods.map((method) => ({ ...method })),
  attempts: money.attempts.map((attempt) => ({
    ...attempt,
    payment: attempt.payment && { ...attempt.payment },
  })),
  refunds: money.refunds.map((refund) => ({ ...refund })),
  flows: new Map(money.flows),
})
