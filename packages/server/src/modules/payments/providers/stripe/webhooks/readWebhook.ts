import Stripe from 'stripe'
import { ForgedWebhook, type PaymentProvider, type ProviderEvent } from '../../../provider.ts'
import { expectList, expectObject } from '../answers.ts'
import type { StripeConnection } from '../connection.ts'
import { toUnavailable } from '../failures.ts'
import { idOf } from '../methods.ts'
import { judgeAge, parseSignatureHeader, type SignatureHeader } from './signatureHeader.core.ts'

const { errors: Errors } = Stripe

/** The content of an event without its id. */
type EventSubject = ProviderEvent extends infer Event
  ? Event extends ProviderEvent
    ? Omit<Event, 'id'>
    : never
  : never
/** Reads the content of an event; null if it is not about our objects. */
type Reader = (
  connection: StripeConnection,
  object: unknown,
) => EventSubject | null | Promise<EventSubject | null>

/** Readers by prefix of the event type. The first match is used. */
const READERS: readonly [string, Reader][] = [
  ['payment_intent.', (_, object) => readPaymentEvent(object as Stripe.PaymentIntent)],
  [
    'setup_intent.succeeded',
    (_, object) => {
      const { payment_method: method, metadata } = object as Stripe.SetupIntent
      return readMethodEvent(method, metadata?.setup_id)
    },
  ],
  ['payment_method.', (_, object) => readMethodEvent(object as Stripe.PaymentMethod, undefined)],
  [
    'charge.refunded',
    (connection, object) => readNewestRefund(connection, object as Stripe.Charge),
  ],
  ['charge.refund.', (_, object) => readRefundEvent(object as Stripe.Refund)],
  ['refund.', (_, object) => readRefundEvent(object as Stripe.Refund)],
  [
    'charge.dispute.',
    (_, object) => ({ kind: 'dispute', providerDisputeId: (object as Stripe.Dispute).id }),
  ],
  [
    'checkout.session.',
    (connection, object) => readSavedMethod(connection, object as Stripe.Checkout.Session),
  ],
]

export function webhooksAt(connection: StripeConnection): Pick<PaymentProvider, 'readWebhook'> {
  return {
    readWebhook: async ({ body, headers, now }) => {
      const header = parseSignatureHeader(headers['stripe-signature'])
      if (!header)
        throw new ForgedWebhook('malformed', 'The Stripe signature is missing or malformed.')
      const { event, signature } = verify(connection, body, header)
      const age = judgeAge(header.timestamp, now)
      if (age !== 'current')
        throw new ForgedWebhook(age, 'The signature is too old or from the future.')
      const { id, type } = event
      const read = READERS.find(([beginning]) => type.startsWith(beginning))?.[1]
      const subject = (await read?.(connection, event.data.object)) ?? { kind: 'ignored', type }
      return { event: { id, ...subject }, signature }
    },
  }
}

/** Tries one signature at a time, to know which one is valid. */
function verify(
  { client, webhookSecret }: StripeConnection,
  body: Buffer,
  { timestamp, signatures }: SignatureHeader,
): { event: Stripe.Event; signature: string } {
  // The caller checks the age, so the SDK is given the signature's time as the current time.
  const receivedAt = timestamp * 1000
  for (const signature of signatures) {
    const header = `t=${timestamp},v1=${signature}`
    try {
      const event = client.webhooks.constructEvent(
        body,
        header,
        webhookSecret,
        undefined,
        undefined,
        receivedAt,
      )
      if (!isEvent(event)) throw new Error('the delivery contains no event')
      return { event, signature }
    } catch (error) {
      if (error instanceof Errors.StripeSignatureVerificationError) continue
      throw new ForgedWebhook('malformed', 'The body is signed but is not a Stripe event.')
    }
  }
  throw new ForgedWebhook(
    'signature',
    'The signature does not match the secret of this environment.',
  )
}

const isEvent = (event: Stripe.Event | null): boolean =>
  event?.object === 'event' &&
  typeof event.id === 'string' &&
  typeof event.type === 'string' &&
  typeof (event.data?.object as unknown) === 'object' &&
  event.data.object !== null

const readPaymentEvent = ({ id, metadata }: Stripe.PaymentIntent): EventSubject => ({
  kind: 'payment',
  providerPaymentId: id,
  attemptId: metadata?.attempt_id ?? null,
})

const readMethodEvent = (
  method: string | { readonly id: string } | null,
  setupId: string | undefined,
): EventSubject | null => {
  const id = idOf(method)
  return id === null ? null : { kind: 'method', providerMethodId: id, setupId: setupId ?? null }
}

const readRefundEvent = ({ id, metadata }: Stripe.Refund): EventSubject => ({
  kind: 'refund',
  providerRefundId: id,
  refundId: metadata?.refund_id ?? null,
})

/** A charge event shows that there was a refund but not which one. */
async function readNewestRefund(
  { client }: StripeConnection,
  { id: charge }: Stripe.Charge,
): Promise<EventSubject | null> {
  try {
    const { data } = expectList(await client.refunds.list({ charge, limit: 1 }), 'refund')
    return data[0] ? readRefundEvent(data[0]) : null
  } catch (error) {
    throw toUnavailable(error)
  }
}

/**
 * Finds the method that was saved on a Stripe page: the session names the setup intent, which names
 * the method.
 */
async function readSavedMethod(
  { client }: StripeConnection,
  session: Stripe.Checkout.Session,
): Promise<EventSubject | null> {
  const intent = session.mode === 'setup' ? idOf(session.setup_intent) : null
  if (intent === null) return null
  try {
    const answer = expectObject(await client.setupIntents.retrieve(intent), 'setup_intent')
    return readMethodEvent(answer.payment_method, session.metadata?.setup_id)
  } catch (error) {
    throw toUnavailable(error)
  }
}
