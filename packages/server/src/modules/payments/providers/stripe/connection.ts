import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { ClientEnvelope } from '../../provider.ts'

export interface StripeOptions {
  /** The address of a fake Stripe, for tests. */
  readonly address?: {
    readonly protocol: 'http' | 'https'
    readonly host: string
    readonly port: number
  }
  readonly timeoutMs?: number
  /** Waits before a request is repeated. Tests replace it. */
  readonly wait?: (ms: number) => Promise<unknown>
}

export interface StripeConnection {
  readonly client: Stripe
  readonly environmentId: string
  readonly publishableKey: string
  readonly webhookSecret: string
}

/** The data with which Stripe.js opens its form. */
export const stripeEnvelope = (
  connection: StripeConnection,
  clientSecret: string,
): ClientEnvelope => ({
  provider: 'stripe',
  token: clientSecret,
  publishableKey: connection.publishableKey,
  url: null,
})

/**
 * Returns an idempotency key for an operation that is safe to repeat. The SDK resends a request
 * when the connection breaks, so even these operations need a key. A fixed key would return an
 * outdated answer later.
 */
export const freshKey = (operation: string, id: string): { idempotencyKey: string } => ({
  idempotencyKey: `${operation}:${id}:${randomUUID()}`,
})
