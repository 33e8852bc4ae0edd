import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { ClientEnvelope } from '../../provider.ts'

export interface StripeOptions {
  /** Where Stripe answers, when it is not Stripe itself. */
  readonly address?: {
    readonly protocol: 'http' | 'https'
    readonly host: string
    readonly port: number
  }
  readonly timeoutMs?: number
}

/** One environment's account at Stripe. */
export interface StripeConnection {
  readonly client: Stripe
  readonly environmentId: string
  readonly publishableKey: string
  readonly webhookSecret: string
}

/** What Stripe's own script in the browser opens its form with. */
export const envelope = (connection: StripeConnection, clientSecret: string): ClientEnvelope => ({
  provider: 'stripe',
  token: clientSecret,
  publishableKey: connection.publishableKey,
  url: null,
})

/**
 * A key for what may be done twice without harm. The SDK sends a request again by itself when the
 * connection breaks, so even these need one; but a lasting one would bring back an old answer.
 */
export const freshKey = (operation: string, id: string): { idempotencyKey: string } => ({
  idempotencyKey: `${operation}:${id}:${randomUUID()}`,
})
