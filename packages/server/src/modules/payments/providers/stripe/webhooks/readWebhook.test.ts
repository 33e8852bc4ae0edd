import { describe, expect, it } from 'vitest'
import { createStripeAdapter } from '../index.ts'
import { STRIPE_ACCOUNT, signDelivery, stripeEvent } from '../testing/makeStripeBench.ts'

const provider = await createStripeAdapter().connect(STRIPE_ACCOUNT)
const now = new Date('2026-01-15T12:00:00Z')
const read = (delivery: ReturnType<typeof signDelivery>) =>
  provider.readWebhook({ ...delivery, now })
const readEvent = async (type: string, object: object) =>
  (await read(signDelivery(stripeEvent('evt_1', type, object), now))).event

const intent = { object: 'payment_intent', id: 'pi_1', metadata: { attempt_id: 'attempt_1' } }
const payment = { id: 'evt_1', kind: 'payment', providerPaymentId: 'pi_1', attemptId: 'attempt_1' }
const method = { id: 'evt_1', kind: 'method', providerMethodId: 'pm_1', setupId: null }
const saved = { object: 'setup_intent', payment_method: 'pm_1', metadata: { setup_id: 'setup_1' } }
const refund = { id: 'evt_1', kind: 'refund', providerRefundId: 're_1', refundId: 'refund_1' }
const refundObject = { object: 'refund', id: 're_1', metadata: { refund_id: 'refund_1' } }

describe('a Stripe event', () => {
  it.each([
    ['payment_intent.succeeded', intent, payment],
    ['payment_intent.payment_failed', intent, payment],
    ['payment_intent.processing', intent, payment],
    ['payment_intent.requires_action', intent, payment],
    ['payment_intent.canceled', intent, payment],
    ['payment_intent.succeeded', { ...intent, metadata: {} }, { ...payment, attemptId: null }],
    ['setup_intent.succeeded', { object: 'setup_intent', payment_method: 'pm_1' }, method],
    ['setup_intent.succeeded', saved, { ...method, setupId: 'setup_1' }],
    ['payment_method.attached', { object: 'payment_method', id: 'pm_1' }, method],
    ['payment_method.detached', { object: 'payment_method', id: 'pm_1' }, method],
    ['payment_method.automatically_updated', { object: 'payment_method', id: 'pm_1' }, method],
    ['refund.created', refundObject, refund],
    ['refund.updated', refundObject, refund],
    ['refund.failed', refundObject, refund],
    ['charge.refund.updated', refundObject, refund],
    ['refund.created', { ...refundObject, metadata: null }, { ...refund, refundId: null }],
    [
      'charge.dispute.created',
      { id: 'dp_1' },
      { id: 'evt_1', kind: 'dispute', providerDisputeId: 'dp_1' },
    ],
    [
      'charge.dispute.closed',
      { id: 'dp_1' },
      { id: 'evt_1', kind: 'dispute', providerDisputeId: 'dp_1' },
    ],
  ])('%s is translated to our terms', async (type, object, event) => {
    expect(await readEvent(type, object)).toEqual(event)
  })

  it.each([
    ['charge.succeeded', { object: 'charge', id: 'ch_1' }],
    ['customer.updated', { object: 'customer', id: 'cus_1' }],
    ['setup_intent.setup_failed', { object: 'setup_intent', id: 'seti_1' }],
    ['setup_intent.succeeded', { object: 'setup_intent', payment_method: null }],
    ['checkout.session.completed', { object: 'checkout.session', mode: 'payment' }],
    ['a.type.of.tomorrow', {}],
  ])('%s is ignored if it is not about our objects', async (type, object) => {
    expect(await readEvent(type, object)).toEqual({ id: 'evt_1', kind: 'ignored', type })
  })
})

describe('a delivery', () => {
  const event = stripeEvent('evt_1', 'payment_intent.succeeded', intent)
  const headerOf = (delivery: ReturnType<typeof signDelivery>) =>
    delivery.headers['stripe-signature'] ?? ''

  it('is forged if it is signed with the secret of another environment', async () => {
    const reading = read(signDelivery(event, now, 'whsec_Other'))
    await expect(reading).rejects.toMatchObject({ name: 'ForgedWebhook', reason: 'signature' })
  })

  it('is identified by its valid signature among others', async () => {
    const delivery = signDelivery(event, now)
    const { signature } = await read(delivery)
    expect(headerOf(delivery)).toContain(signature)
    const other = 'f'.repeat(64)
    const [time, ours] = headerOf(delivery).split(',')
    for (const header of [`${time},v1=${other},${ours}`, `${ours},v0=${other},${time}`]) {
      const again = await read({ ...delivery, headers: { 'stripe-signature': header } })
      expect(again.signature).toBe(signature)
    }
  })

  it.each([
    'not json',
    '[]',
    'null',
    '{"object":"v2.core.event","id":"evt_1"}',
    '{"object":"event"}',
  ])('is malformed if its body is %s, even if it is signed', async (body) => {
    await expect(read(signDelivery(body, now))).rejects.toMatchObject({ reason: 'malformed' })
  })

  // A forger must not learn anything about our clock.
  it('with a forged signature and an old timestamp is reported as forged', async () => {
    const old = new Date('2020-01-01T00:00:00Z')
    const reading = read(signDelivery(event, old, 'whsec_Other'))
    await expect(reading).rejects.toMatchObject({ reason: 'signature' })
  })
})
