import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { invalidRequest } from '../../../../kernel/errors.ts'
import type { PaymentProvider } from '../../provider.ts'
import { expectObject } from './answers.ts'
import { freshKey, type StripeConnection, stripeEnvelope } from './connection.ts'
import { readFailure, toUnavailable } from './failures.ts'

type Setup = Parameters<PaymentProvider['startSetup']>[0]

/** Customers, and the forms in which they save a method. */
export function formsAt(
  connection: StripeConnection,
): Pick<PaymentProvider, 'ensureCustomer' | 'startSetup'> {
  const { client, environmentId } = connection

  const openEmbedded = async ({ setupId, providerCustomerId }: Setup) => {
    const intent = expectObject(
      await client.setupIntents.create(
        {
          customer: providerCustomerId,
          usage: 'off_session',
          automatic_payment_methods: { enabled: true },
          metadata: { setup_id: setupId },
        },
        { idempotencyKey: `setup:${setupId}` },
      ),
      'setup_intent',
    )
    if (!intent.client_secret) throw new Error('Stripe returned a form without its secret.')
    return stripeEnvelope(connection, intent.client_secret)
  }

  const openHosted = async (setup: Setup, successUrl: string) => {
    const session = expectObject(
      await client.checkout.sessions.create(
        {
          mode: 'setup',
          customer: setup.providerCustomerId,
          // Stripe requires the types here, because a setup has no currency to choose them by.
          allowed_payment_method_types: ['card'],
          success_url: successUrl,
          ...(setup.cancelUrl !== null && { cancel_url: setup.cancelUrl }),
          metadata: { setup_id: setup.setupId },
        },
        { idempotencyKey: `setup-page:${setup.setupId}` },
      ),
      'checkout.session',
    )
    if (!session.url) throw new Error('Stripe returned a page without its address.')
    return { ...stripeEnvelope(connection, session.id), url: session.url }
  }

  return {
    ensureCustomer: async ({ customerId, name, email }) => {
      try {
        // The keyed request has constant fields only. A changed name would make Stripe reject the
        // key.
        const created = expectObject(
          await client.customers.create(
            { metadata: { environment_id: environmentId, customer_id: customerId } },
            { idempotencyKey: customerKey(environmentId, customerId) },
          ),
          'customer',
        )
        await describeCustomer(client, created.id, { name, email })
        return created.id
      } catch (error) {
        throw toUnavailable(error)
      }
    },

    startSetup: async (setup) => {
      if (setup.uiMode === 'hosted' && setup.successUrl === null) {
        throw invalidRequest([{ path: 'successUrl', message: 'is required in hosted mode' }])
      }
      try {
        return setup.successUrl !== null && setup.uiMode === 'hosted'
          ? await openHosted(setup, setup.successUrl)
          : await openEmbedded(setup)
      } catch (error) {
        throw toUnavailable(error)
      }
    },
  }
}

/** Hashes the customer id, which can be longer than a key may be and use any characters. */
const customerKey = (environmentId: string, customerId: string): string =>
  `cus:${environmentId}:${createHash('sha256').update(customerId).digest('base64url')}`

/**
 * Shows the name and email in Stripe's dashboard. A refusal by Stripe is ignored, because payments
 * do not need them.
 */
async function describeCustomer(
  client: Stripe,
  id: string,
  { name, email }: { name: string | null; email: string | null },
): Promise<void> {
  if (name === null && email === null) return
  const words = { ...(name !== null && { name }), ...(email !== null && { email }) }
  try {
    expectObject(await client.customers.update(id, words, freshKey('describe', id)), 'customer')
  } catch (error) {
    if (readFailure(error).kind !== 'refused') throw error
  }
}
