import type { PaymentProvider } from '../provider.ts'

/** How a saved method behaves when it is charged without the customer. */
export type SavedBehaviour = 'success' | 'insufficient_funds' | 'challenge'

export interface WebhookDelivery {
  body: Buffer
  headers: Record<string, string>
}

/** A provider to be put to the test, and what an adapter alone cannot do to it. */
export interface ProviderBench {
  readonly provider: PaymentProvider
  /** The bench's present: signatures are made and judged by it. */
  now(): Date
  /** Saves a method to a customer of the provider; its id there. */
  saveMethod(providerCustomerId: string, behaviour: SavedBehaviour): Promise<string>
  /** The provider does what the next request asks, and its answer never arrives. */
  loseNextAnswer(to: 'charge' | 'refund'): Promise<void>
  /** The next request never arrives. */
  loseNextRequest(to: 'charge' | 'lookup'): Promise<void>
  /** The customer pays in the form that was opened with this token, with a card that works. */
  payInForm(clientToken: string): Promise<void>
  /** What the provider itself has charged and not failed to, in minor units. */
  chargedTo(providerCustomerId: string): Promise<number>
  /** The customer's bank disputes a payment; the dispute's id at the provider. */
  openDispute(providerPaymentId: string): Promise<string>
  /** A delivery as the provider would send it at that time, about a payment. */
  signPaymentEvent(
    payment: { eventId: string; providerPaymentId: string; attemptId: string },
    at: Date,
  ): Promise<WebhookDelivery>
  stop(): Promise<void>
}
