import type { PaymentProvider } from '../provider.ts'

/** The result of charging a saved method off session. */
export type SavedBehaviour = 'success' | 'insufficient_funds' | 'challenge'

export interface WebhookDelivery {
  body: Buffer
  headers: Record<string, string>
}

/** A provider under test, with actions that the port does not offer. */
export interface ProviderBench {
  readonly provider: PaymentProvider
  /** The bench's clock, by which signatures are made and checked. */
  now(): Date
  /** Saves a method for a customer of the provider and returns its id. */
  saveMethod(providerCustomerId: string, behaviour: SavedBehaviour): Promise<string>
  /** The provider carries out the next request, but its answer is lost. */
  loseNextAnswer(to: 'charge' | 'refund'): Promise<void>
  /** The next request is lost. */
  loseNextRequest(to: 'charge' | 'lookup'): Promise<void>
  /** Pays in the form with this token, using a card that succeeds. */
  payInForm(clientToken: string): Promise<void>
  /** The total that the provider has charged, in minor units. */
  chargedTo(providerCustomerId: string): Promise<number>
  /** Opens a dispute at the customer's bank and returns its id at the provider. */
  openDispute(providerPaymentId: string): Promise<string>
  /** Signs a webhook about a payment as the provider would at that time. */
  signPaymentEvent(
    payment: { eventId: string; providerPaymentId: string; attemptId: string },
    at: Date,
  ): Promise<WebhookDelivery>
  stop(): Promise<void>
}
