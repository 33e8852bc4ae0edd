import Stripe from 'stripe'
import type { PaymentProvider, ProviderAccount } from '../../../provider.ts'
import type { ProviderBench, WebhookDelivery } from '../../../testing/providerBench.ts'
import { connectStripe } from '../connectStripe.ts'
import { type FakeStripe, startFakeStripe } from './startFakeStripe.ts'

export const STRIPE_KEYS = {
  secretKey: 'sk_test_51Fake',
  publishableKey: 'pk_test_51Fake',
  webhookSecret: 'whsec_Fake',
}

export const STRIPE_ACCOUNT: ProviderAccount = {
  organizationId: 'org_1',
  environmentId: 'env_1',
  environment: 'sandbox',
  credentials: STRIPE_KEYS,
}

/** The SDK's timeout for a call that gets no answer. */
const SHORT_TIMEOUT_MS = 400

/** The SDK's timeout for all other calls. A busy machine answers late. */
const LONG_TIMEOUT_MS = 60_000

/** Connects to a fake Stripe. Without `wait`, no real time passes between repeated requests. */
export function connectTo(
  fake: FakeStripe,
  wait: (ms: number) => Promise<unknown> = () => Promise.resolve(),
): PaymentProvider {
  const connect = (timeoutMs: number) =>
    connectStripe(STRIPE_ACCOUNT, { address: fake.address, timeoutMs, wait })
  const patient = connect(LONG_TIMEOUT_MS)
  const impatient = connect(SHORT_TIMEOUT_MS)
  return new Proxy(patient, {
    get: (_, name) => Reflect.get(fake.isSilenceAhead() ? impatient : patient, name),
  })
}

/** Signs a delivery as Stripe does. */
export function signDelivery(
  event: unknown,
  at: Date,
  secret = STRIPE_KEYS.webhookSecret,
): WebhookDelivery {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = Math.floor(at.getTime() / 1000)
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { body: Buffer.from(payload), headers: { 'stripe-signature': header } }
}

export const stripeEvent = (id: string, type: string, object: unknown) => ({
  id,
  object: 'event',
  type,
  created: 1_700_000_000,
  livemode: false,
  pending_webhooks: 1,
  data: { object },
})

const OPERATIONS = {
  charge: 'POST /v1/payment_intents',
  refund: 'POST /v1/refunds',
  lookup: 'GET /v1/payment_intents',
}

/** Connects the real SDK to a fake Stripe that can be made to fail. */
export async function makeStripeBench(): Promise<ProviderBench> {
  const fake = await startFakeStripe()
  const now = new Date('2026-01-15T12:00:00.000Z')
  return {
    provider: connectTo(fake),
    now: () => now,
    saveMethod: async (customer, behaviour) => fake.book.saveMethod(customer, behaviour),
    loseNextAnswer: async (to) =>
      fake.strike(OPERATIONS[to], { isCarriedOut: true, answer: 'silence' }),
    loseNextRequest: async (to) =>
      fake.strike(OPERATIONS[to], { isCarriedOut: false, answer: 'silence' }),
    payInForm: async (token) => fake.book.payInForm(token),
    chargedTo: async (customer) => fake.book.chargedTo(customer),
    openDispute: async (payment) => fake.book.openDispute(payment),
    signPaymentEvent: async ({ eventId, providerPaymentId, attemptId }, at) => {
      const metadata = { attempt_id: attemptId }
      const intent = { object: 'payment_intent', id: providerPaymentId, metadata }
      return signDelivery(stripeEvent(eventId, 'payment_intent.succeeded', intent), at)
    },
    stop: () => fake.stop(),
  }
}
