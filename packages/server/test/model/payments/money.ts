import type { Amount } from '../../../src/kernel/amount.ts'
import type { Answer } from '../operation.ts'

/** What a customer pays with and has paid for: kept beside its credits. */
export interface Money {
  /** Oldest first. */
  methods: Method[]
  defaultMethodId: string | null
  /** Attempts to refill a wallet, oldest first: they come about under the customer's lock. */
  attempts: Attempt[]
  /** Oldest first. */
  refunds: Refund[]
  /** Requests that were begun and have not been answered, by a number of their own. */
  flows: Map<number, Flow>
  /** What the merchant was told of it. */
  told: readonly string[]
}

/** What a test card does when it is charged. */
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

/** What is bought and what it costs. */
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
  /** Null until a rule has fired. */
  terms: PurchaseTerms | null
  payment: Payment | null
  /** Whether it stands on the next invoice instead. */
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
  /** What the customer did at the provider: paid or failed there. */
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
  /** The note of which it gives back what was paid. */
  readonly creditNoteId: string | null
  readonly createdAt: Date
  status: 'pending' | 'succeeded' | 'failed'
}

/** How a request goes on: refused or answered at once, or by what became of what it began. */
type Flow =
  | { readonly answer: Answer }
  | { readonly attemptId: string }
  | { readonly refundId: string }
  | { readonly invoicePaymentId: string }
  | { readonly sessionId: string }
  /** An invoice that is to be void once its payment has ended. */
  | { readonly voidedId: string }
  /** A subscription whose trial begins with a card that is saved in a form. */
  | { readonly setupFor: string }
  /** A subscription that is to end once its payment has. */
  | { readonly canceledId: string }

export const newMoney = (): Money => ({
  methods: [],
  defaultMethodId: null,
  attempts: [],
  refunds: [],
  flows: new Map(),
  told: [],
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
