import type Stripe from 'stripe'
import type { PaymentOutcome } from '../../provider.ts'
import { envelope, type StripeConnection } from './connection.ts'
import { asksForCustomer, readDecline } from './core/declines.ts'
import { readFailure } from './failures.ts'
import { readMethod } from './methods.ts'

/** Who is at the other end, as written on the intent: somebody before a form, or nobody. */
export type Flow = 'form' | 'off_session'

/** How a PaymentIntent stands, in our words. */
export function readIntent(
  connection: StripeConnection,
  intent: Stripe.PaymentIntent,
): PaymentOutcome {
  const providerPaymentId = intent.id
  switch (intent.status) {
    case 'succeeded': {
      const method = intent.payment_method
      const isShown = method !== null && typeof method === 'object'
      return { kind: 'succeeded', providerPaymentId, method: isShown ? readMethod(method) : null }
    }
    case 'processing':
      return { kind: 'processing', providerPaymentId }
    case 'canceled':
      return { kind: 'canceled', providerPaymentId }
    case 'requires_action':
      return askCustomer(connection, intent)
    case 'requires_payment_method':
    case 'requires_confirmation':
      // Before a form a refused card is no end: the customer may take another one.
      return isAttended(intent) || asksForCustomer(intent.last_payment_error)
        ? askCustomer(connection, intent)
        : { kind: 'declined', providerPaymentId, ...readDecline(intent.last_payment_error) }
    default:
      return { kind: 'unknown', cause: `Stripe says that the payment is "${intent.status}".` }
  }
}

const isAttended = ({ metadata }: Stripe.PaymentIntent): boolean => metadata?.flow === 'form'

/** What a failed attempt to charge comes to. */
export function readPaymentFailure(connection: StripeConnection, error: unknown): PaymentOutcome {
  const failure = readFailure(error)
  switch (failure.kind) {
    case 'unclear':
      return { kind: 'unknown', cause: failure.cause }
    case 'refused':
      return { kind: 'rejected', code: failure.code, message: failure.message }
    case 'declined': {
      const intent = failure.error.payment_intent
      return intent && asksForCustomer(failure.error)
        ? askCustomer(connection, intent)
        : {
            kind: 'declined',
            providerPaymentId: intent?.id ?? null,
            ...readDecline(failure.error),
          }
    }
  }
}

const askCustomer = (
  connection: StripeConnection,
  { id: providerPaymentId, client_secret: secret }: Stripe.PaymentIntent,
): PaymentOutcome =>
  secret
    ? { kind: 'requires_action', providerPaymentId, client: envelope(connection, secret) }
    : { kind: 'unknown', cause: 'Stripe showed a payment without its secret.' }
