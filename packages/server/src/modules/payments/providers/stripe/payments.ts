import type Stripe from 'stripe'
import type {
  AbsentAtProvider,
  PaymentOutcome,
  PaymentProvider,
  PaymentRequest,
} from '../../provider.ts'
import { toStripeAmount } from './amounts.core.ts'
import { expectObject, findOnPages } from './answers.ts'
import { freshKey, type StripeConnection, stripeEnvelope } from './connection.ts'
import { readDecline, requiresAuthentication } from './declines.core.ts'
import { readFailure } from './failures.ts'
import { readMethod } from './methods.ts'

const SHOW_METHOD = { expand: ['payment_method'] }

type Payments = 'startPayment' | 'charge' | 'lookUpPayment' | 'cancelPayment'

/** Payments. Each one is a PaymentIntent whose metadata holds our attempt id. */
export function paymentsAt(connection: StripeConnection): Pick<PaymentProvider, Payments> {
  const { client } = connection

  const create = async (
    { attemptId, ...payment }: PaymentRequest,
    flow: Flow,
    how: Partial<Stripe.PaymentIntentCreateParams>,
  ): Promise<PaymentOutcome> => {
    const converted = toStripeAmount(payment.amount, payment.currency)
    if ('problem' in converted) {
      return { kind: 'rejected', code: 'amount_not_chargeable', message: converted.problem }
    }
    try {
      const intent = await client.paymentIntents.create(
        {
          amount: converted.amount,
          currency: payment.currency,
          customer: payment.providerCustomerId,
          description: payment.description,
          metadata: { attempt_id: attemptId, flow },
          ...SHOW_METHOD,
          ...how,
        },
        { idempotencyKey: attemptId },
      )
      return readIntent(connection, expectObject(intent, 'payment_intent'))
    } catch (error) {
      return readPaymentFailure(connection, error)
    }
  }

  const retrieve = async (id: string): Promise<PaymentOutcome> => {
    try {
      const intent = await client.paymentIntents.retrieve(id, SHOW_METHOD)
      return readIntent(connection, expectObject(intent, 'payment_intent'))
    } catch (error) {
      return toUnknown(error)
    }
  }

  /** Uses the list, because Stripe's search results can be a minute old. */
  const find = async (
    customer: string,
    attemptId: string,
  ): Promise<PaymentOutcome | AbsentAtProvider> => {
    try {
      const found = await findOnPages(
        (page) =>
          client.paymentIntents.list({ customer, expand: ['data.payment_method'], ...page }),
        'payment_intent',
        ({ metadata }) => metadata?.attempt_id === attemptId,
      )
      if (found === 'gave_up')
        return { kind: 'unknown', cause: 'too many payments to look through' }
      return found === null ? { kind: 'absent' } : readIntent(connection, found)
    } catch (error) {
      return toUnknown(error)
    }
  }

  return {
    startPayment: (payment) =>
      create(payment, 'form', {
        setup_future_usage: 'off_session',
        automatic_payment_methods: { enabled: true },
      }),

    charge: ({ providerMethodId, ...payment }) =>
      create(payment, 'off_session', {
        payment_method: providerMethodId,
        confirm: true,
        off_session: true,
        // The customer is absent, so a redirect would be useless and no return address is needed.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      }),

    lookUpPayment: ({ attemptId, providerCustomerId, providerPaymentId }) =>
      providerPaymentId === null
        ? find(providerCustomerId, attemptId)
        : retrieve(providerPaymentId),

    cancelPayment: async ({ providerPaymentId }) => {
      try {
        const intent = await client.paymentIntents.cancel(
          providerPaymentId,
          { cancellation_reason: 'abandoned', ...SHOW_METHOD },
          freshKey('cancel', providerPaymentId),
        )
        return readIntent(connection, expectObject(intent, 'payment_intent'))
      } catch {
        // A payment that could not be canceled has ended, or the request was lost. Read its status.
        return retrieve(providerPaymentId)
      }
    },
  }
}

/** A lookup without an answer says nothing about the payment, even if Stripe refused the lookup. */
function toUnknown(error: unknown): PaymentOutcome {
  const failure = readFailure(error)
  if (failure.kind === 'unclear') return { kind: 'unknown', cause: failure.cause }
  const cause = failure.kind === 'refused' ? failure.message : failure.error.message
  return { kind: 'unknown', cause: `Stripe refused the lookup: ${cause}` }
}

/** Stored in the intent's metadata: the customer pays in a form, or is absent. */
type Flow = 'form' | 'off_session'

/** Translates a PaymentIntent to an outcome. */
function readIntent(connection: StripeConnection, intent: Stripe.PaymentIntent): PaymentOutcome {
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
      return requireAction(connection, intent)
    case 'requires_payment_method':
    case 'requires_confirmation':
      // In a form, a declined card is not the end: the customer can try another one.
      return isAttended(intent) || requiresAuthentication(intent.last_payment_error)
        ? requireAction(connection, intent)
        : { kind: 'declined', providerPaymentId, ...readDecline(intent.last_payment_error) }
    default:
      return { kind: 'unknown', cause: `The payment has the unknown status "${intent.status}".` }
  }
}

const isAttended = ({ metadata }: Stripe.PaymentIntent): boolean => metadata?.flow === 'form'

/** Translates a failed request to an outcome. */
function readPaymentFailure(connection: StripeConnection, error: unknown): PaymentOutcome {
  const failure = readFailure(error)
  switch (failure.kind) {
    case 'unclear':
      return { kind: 'unknown', cause: failure.cause }
    case 'refused':
      return { kind: 'rejected', code: failure.code, message: failure.message }
    case 'declined': {
      const intent = failure.error.payment_intent
      return intent && requiresAuthentication(failure.error)
        ? requireAction(connection, intent)
        : {
            kind: 'declined',
            providerPaymentId: intent?.id ?? null,
            ...readDecline(failure.error),
          }
    }
  }
}

const requireAction = (
  connection: StripeConnection,
  { id: providerPaymentId, client_secret: secret }: Stripe.PaymentIntent,
): PaymentOutcome =>
  secret
    ? { kind: 'requires_action', providerPaymentId, client: stripeEnvelope(connection, secret) }
    : { kind: 'unknown', cause: 'Stripe returned a payment without its secret.' }
