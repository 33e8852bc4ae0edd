import type Stripe from 'stripe'
import type { Absent, FormPage, PaymentOutcome, PaymentRequest } from '../../provider.ts'
import { envelope, freshKey, type StripeConnection } from './connection.ts'
import { expectList, expectObject } from './core/expectObject.ts'
import { findOnPages } from './findOnPages.ts'
import { readIntent } from './paymentOutcome.ts'

const SHOW_INTENT = { expand: ['payment_intent.payment_method'] }

/** Stripe's own pages are known by another id than what is paid on them. */
export const isPageId = (id: string): boolean => id.startsWith('cs_')

/**
 * Payments on a page of Stripe's own, each a Checkout Session. What is paid there is named only once
 * somebody tries to pay, and can only be ended together with its page: so until it has ended a
 * payment goes by the id of its page. Each throws what Stripe did not answer well.
 */
export function paymentPagesAt(connection: StripeConnection) {
  const { client } = connection
  const { sessions } = client.checkout

  const retrieve = async (id: string): Promise<PaymentOutcome> =>
    readPage(connection, expectObject(await sessions.retrieve(id, SHOW_INTENT), 'checkout.session'))

  return {
    open: async (
      { attemptId, ...payment }: Omit<PaymentRequest, 'page'>,
      unitAmount: number,
      { successUrl, cancelUrl }: FormPage,
    ): Promise<PaymentOutcome> => {
      const session = await sessions.create(
        {
          mode: 'payment',
          customer: payment.providerCustomerId,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: payment.currency,
                unit_amount: unitAmount,
                product_data: { name: payment.description },
              },
            },
          ],
          payment_intent_data: {
            description: payment.description,
            setup_future_usage: 'off_session',
            metadata: { attempt_id: attemptId, flow: 'page' },
          },
          success_url: successUrl,
          ...(cancelUrl !== null && { cancel_url: cancelUrl }),
          metadata: { attempt_id: attemptId },
          ...SHOW_INTENT,
        },
        { idempotencyKey: `page:${attemptId}` },
      )
      return readPage(connection, expectObject(session, 'checkout.session'))
    },

    retrieve,

    /** Nothing more can be paid on it then; it may turn out to have been. */
    close: async (id: string): Promise<PaymentOutcome> => {
      try {
        await sessions.expire(id, {}, freshKey('expire', id))
      } catch {
        // Whatever kept it from being closed, how it stands now is the answer.
      }
      return retrieve(id)
    },

    find: async (customer: string, attemptId: string): Promise<PaymentOutcome | Absent> => {
      const found = await findOnPages(
        (position) =>
          sessions.list({ customer, expand: ['data.payment_intent.payment_method'], ...position }),
        'checkout.session',
        ({ metadata }) => metadata?.attempt_id === attemptId,
      )
      if (found === 'gave_up') return { kind: 'unknown', cause: 'too many pages to look through' }
      return found === null ? { kind: 'absent' } : readPage(connection, found)
    },

    /** The page on which something is being paid. */
    ofIntent: async (paymentIntent: string): Promise<PaymentOutcome> => {
      const { data } = expectList(
        await sessions.list({ payment_intent: paymentIntent, limit: 1 }),
        'checkout.session',
      )
      const [session] = data
      if (!session) return { kind: 'unknown', cause: 'Stripe does not name the page of a payment.' }
      return retrieve(session.id)
    },
  }
}

/** How a page stands, in our words. */
function readPage(connection: StripeConnection, session: Stripe.Checkout.Session): PaymentOutcome {
  const { id: providerPaymentId, payment_intent: intent, status, url } = session
  const paid = intent !== null && typeof intent === 'object' ? readIntent(connection, intent) : null
  if (paid?.kind === 'succeeded' || paid?.kind === 'processing') return paid
  if (status === 'open' && url) {
    const client = { ...envelope(connection, providerPaymentId), url }
    return { kind: 'requires_action', providerPaymentId, client }
  }
  // Gone through to the end, but the money did not come: nothing can be tried on it any more.
  const isOver = status === 'expired' || (status === 'complete' && paid !== null)
  return isOver
    ? { kind: 'canceled', providerPaymentId }
    : { kind: 'unknown', cause: `Stripe says that the page is "${status}".` }
}
