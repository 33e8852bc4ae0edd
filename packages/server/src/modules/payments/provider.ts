/**
 * The port to payment providers. An adapter is one folder under `providers/`; everything above it
 * speaks only the words of this file, so a wallet or a bank debit fits in without touching a caller.
 */

/** One environment's account at a provider. */
export interface ProviderAccount {
  readonly organizationId: string
  readonly environmentId: string
  readonly environment: 'sandbox' | 'live'
  /** The merchant's keys at the provider; null for one that needs none. */
  readonly credentials: ProviderCredentials | null
}

export interface ProviderCredentials {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
}

/** How the house gets at a provider: adapters are picked in app.ts only. */
export interface ProviderAdapter {
  readonly id: string
  readonly needsCredentials: boolean
  /** Rejects with a PurserError when the account cannot work: keys of another kind, sandbox in live. */
  connect(account: ProviderAccount): Promise<PaymentProvider>
}

/** What a browser needs to open the provider's form: the `client` of a settlement outcome. */
export interface ClientEnvelope {
  readonly provider: string
  readonly token: string
  readonly publishableKey: string | null
  readonly url: string | null
}

/**
 * How a payment stands. `unknown` is its own outcome: the provider may or may not have acted, and
 * nobody may conclude either until it says so. `rejected` is a request that it refused as such:
 * nothing was charged, and the same request will not fare better.
 */
export type PaymentOutcome =
  | {
      readonly kind: 'succeeded'
      readonly providerPaymentId: string
      /** What was charged; kept for later when the customer agreed to that. */
      readonly method: ProviderMethod | null
    }
  | { readonly kind: 'processing'; readonly providerPaymentId: string }
  | {
      /** The customer has to do something in a browser: fill in the form or pass a challenge. */
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
      /** Whether the same method may work later. */
      readonly isRetryable: boolean
    }
  | { readonly kind: 'canceled'; readonly providerPaymentId: string }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly cause: string }

/** The provider has never heard of it. */
export interface Absent {
  readonly kind: 'absent'
}

/** A means to pay as the provider knows it. */
export interface ProviderMethod {
  readonly providerMethodId: string
  readonly providerCustomerId: string
  /** `card`, or another of the provider's types. */
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
 * What a webhook tells, in our words. It says what changed, never how: whoever handles it asks the
 * provider again, so that order, age and repetition do not matter.
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
      /** The form that saved it, where the event says so. */
      readonly setupId: string | null
    }
  | { readonly kind: 'refund'; readonly providerRefundId: string; readonly refundId: string | null }
  | { readonly kind: 'dispute'; readonly providerDisputeId: string }
  | { readonly kind: 'ignored'; readonly type: string }
)

export interface SignedEvent {
  readonly event: ProviderEvent
  /** What made this delivery's signature its own. */
  readonly signature: string
}

/** Whose money, how much, and the key under which the provider acts at most once. */
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

  /** The customer's id at the provider; asking twice makes one. */
  ensureCustomer(customer: {
    customerId: string
    name: string | null
    email: string | null
  }): Promise<string>

  /** Opens the form that saves a method; the method itself is told by webhook. */
  startSetup(setup: {
    /** Makes one form however often it is asked for. */
    setupId: string
    providerCustomerId: string
    uiMode: 'embedded' | 'hosted'
    successUrl: string | null
    cancelUrl: string | null
  }): Promise<ClientEnvelope>

  /** Opens a form in which the customer pays; the method is kept for later payments. */
  startPayment(payment: PaymentRequest): Promise<PaymentOutcome>

  /** Charges a saved method without the customer. Never throws: what is not known is `unknown`. */
  charge(payment: PaymentRequest & { providerMethodId: string }): Promise<PaymentOutcome>

  /** How a payment stands, by the provider's id or else by our key. Never throws. */
  lookUpPayment(payment: {
    attemptId: string
    providerCustomerId: string
    providerPaymentId: string | null
  }): Promise<PaymentOutcome | Absent>

  /** Ends a payment that waits for the customer. It may turn out to have succeeded meanwhile. */
  cancelPayment(payment: { attemptId: string; providerPaymentId: string }): Promise<PaymentOutcome>

  /** Null when the provider does not have it, or no longer on this customer. */
  lookUpMethod(providerMethodId: string): Promise<ProviderMethod | null>

  /** Forgets a method; one that is gone already is fine. */
  detachMethod(providerMethodId: string): Promise<void>

  /** Gives money back, at most once per refundId. Never throws. */
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
  }): Promise<RefundOutcome | Absent>

  lookUpDispute(providerDisputeId: string): Promise<ProviderDispute | null>

  /** Verifies the signature over the raw bytes; throws ForgedWebhook when it does not hold. */
  readWebhook(delivery: {
    body: Buffer
    headers: Readonly<Record<string, string | string[] | undefined>>
    now: Date
  }): Promise<SignedEvent>
}

/** A delivery that the provider did not sign, or not now. */
export class ForgedWebhook extends Error {
  readonly reason: 'signature' | 'stale' | 'future' | 'malformed'

  constructor(reason: ForgedWebhook['reason'], message: string) {
    super(message)
    this.name = 'ForgedWebhook'
    this.reason = reason
  }
}

/** A call that could not be made or answered, where nothing hangs on whether it was carried out. */
export class ProviderUnavailable extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ProviderUnavailable'
  }
}
