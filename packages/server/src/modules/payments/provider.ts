/**
 * The port to payment providers. An adapter is a folder under `providers/`. The rest of Purser uses
 * only the types of this file, so a new payment type needs no change in callers.
 */

export interface ProviderAccount {
  readonly organizationId: string
  readonly environmentId: string
  readonly environment: 'sandbox' | 'live'
  /** The merchant's keys at the provider; null if the provider needs none. */
  readonly credentials: ProviderCredentials | null
}

export interface ProviderCredentials {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
}

/** Connects accounts to a provider. Only app.ts selects adapters. */
export interface ProviderAdapter {
  readonly id: string
  readonly needsCredentials: boolean
  /** Rejects with a PurserError if the account is unusable, for example with test keys in live. */
  connect(account: ProviderAccount): Promise<PaymentProvider>
}

/**
 * The data with which a browser opens the provider's form: the `client` of a settlement outcome.
 */
export interface ClientEnvelope {
  readonly provider: string
  readonly token: string
  readonly publishableKey: string | null
  readonly url: string | null
}

/**
 * The outcome of a payment. `unknown` means that the provider may or may not have acted, and
 * callers must not assume either. `rejected` means that the provider refused the request itself:
 * nothing was charged, and the same request would fail again.
 */
export type PaymentOutcome =
  | {
      readonly kind: 'succeeded'
      readonly providerPaymentId: string
      /** The charged method, if the customer agreed to save it. */
      readonly method: ProviderMethod | null
    }
  | { readonly kind: 'processing'; readonly providerPaymentId: string }
  | {
      /** The customer has to act in a browser: fill in the form or pass a challenge. */
      readonly kind: 'requires_action'
      readonly providerPaymentId: string
      readonly client: ClientEnvelope
    }
  | {
      readonly kind: 'declined'
      readonly providerPaymentId: string | null
      /** The provider's decline code, such as `insufficient_funds`. */
      readonly code: string
      readonly message: string
      /** True if charging the same method may work later. */
      readonly isRetryable: boolean
    }
  | { readonly kind: 'canceled'; readonly providerPaymentId: string }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly cause: string }

/** The outcome of a call that failed without a usable answer. */
export const unknownOutcome = (
  error: unknown,
): { readonly kind: 'unknown'; readonly cause: string } => ({
  kind: 'unknown',
  cause: error instanceof Error ? error.message : 'no answer',
})

/** The provider does not know the payment or refund. */
export interface AbsentAtProvider {
  readonly kind: 'absent'
}

/** A payment method as the provider describes it. */
export interface ProviderMethod {
  readonly providerMethodId: string
  readonly providerCustomerId: string
  /** `card`, or another type of the provider. */
  readonly type: string
  readonly card: {
    readonly last4: string
    readonly brand: string
    readonly expMonth: number
    readonly expYear: number
  } | null
}

export type RefundOutcome =
  | { readonly kind: 'succeeded'; readonly providerRefundId: string }
  | { readonly kind: 'processing'; readonly providerRefundId: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly cause: string }

export interface ProviderDispute {
  readonly providerDisputeId: string
  readonly providerPaymentId: string
  readonly status: 'open' | 'won' | 'lost'
  readonly reason: string
  readonly amount: number
}

/**
 * A webhook, translated to our terms. It says which object changed, not how. The handler asks the
 * provider for the current state, so the order, age and repetition of webhooks do not matter.
 */
export type ProviderEvent = { readonly id: string } & (
  | {
      readonly kind: 'payment'
      readonly providerPaymentId: string
      readonly attemptId: string | null
    }
  | {
      readonly kind: 'method'
      readonly providerMethodId: string
      /** The form that saved the method, if the event names it. */
      readonly setupId: string | null
    }
  | { readonly kind: 'refund'; readonly providerRefundId: string; readonly refundId: string | null }
  | { readonly kind: 'dispute'; readonly providerDisputeId: string }
  | { readonly kind: 'ignored'; readonly type: string }
)

export interface SignedEvent {
  readonly event: ProviderEvent
  /** The signature of this delivery, which differs for every delivery. */
  readonly signature: string
}

/** A payment to make. The provider acts at most once per `attemptId`. */
export interface PaymentRequest {
  readonly attemptId: string
  readonly providerCustomerId: string
  /** Whole minor units. */
  readonly amount: number
  readonly currency: string
  readonly description: string
}

export interface PaymentProvider {
  readonly id: string

  /** Returns the customer's id at the provider, and creates the customer on the first call. */
  ensureCustomer(customer: {
    customerId: string
    name: string | null
    email: string | null
  }): Promise<string>

  /** Opens the form that saves a method. The method is reported by webhook. */
  startSetup(setup: {
    /** Repeated calls with the same id return the same form. */
    setupId: string
    providerCustomerId: string
    uiMode: 'embedded' | 'hosted'
    successUrl: string | null
    cancelUrl: string | null
  }): Promise<ClientEnvelope>

  /** Opens a form in which the customer pays. The provider saves the method for later payments. */
  startPayment(payment: PaymentRequest): Promise<PaymentOutcome>

  /** Charges a saved method without the customer. Never throws: errors become `unknown`. */
  charge(payment: PaymentRequest & { providerMethodId: string }): Promise<PaymentOutcome>

  /** Looks up a payment by the provider's id or, without one, by our key. Never throws. */
  lookUpPayment(payment: {
    attemptId: string
    providerCustomerId: string
    providerPaymentId: string | null
  }): Promise<PaymentOutcome | AbsentAtProvider>

  /** Cancels a payment that waits for the customer. It may have succeeded in the meantime. */
  cancelPayment(payment: { attemptId: string; providerPaymentId: string }): Promise<PaymentOutcome>

  /** Returns null if the provider does not have the method or it is detached. */
  lookUpMethod(providerMethodId: string): Promise<ProviderMethod | null>

  /** Detaches a method from its customer. A method that is already gone is not an error. */
  detachMethod(providerMethodId: string): Promise<void>

  /** Refunds money, at most once per refundId. Never throws. */
  refund(refund: {
    refundId: string
    providerPaymentId: string
    amount: number
    currency: string
  }): Promise<RefundOutcome>

  lookUpRefund(refund: {
    refundId: string
    providerRefundId: string | null
    providerPaymentId: string
  }): Promise<RefundOutcome | AbsentAtProvider>

  lookUpDispute(providerDisputeId: string): Promise<ProviderDispute | null>

  /** Verifies the signature of the raw body. Throws ForgedWebhook if it is not valid. */
  readWebhook(delivery: {
    body: Buffer
    headers: Readonly<Record<string, string | string[] | undefined>>
    now: Date
  }): Promise<SignedEvent>
}

/** A delivery that the provider did not sign, or did not sign recently. */
export class ForgedWebhook extends Error {
  readonly reason: 'signature' | 'stale' | 'future' | 'malformed'

  constructor(reason: ForgedWebhook['reason'], message: string) {
    super(message)
    this.name = 'ForgedWebhook'
    this.reason = reason
  }
}

/** A call without a usable answer, in cases where it does not matter whether the provider acted. */
export class ProviderUnavailable extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ProviderUnavailable'
  }
}
