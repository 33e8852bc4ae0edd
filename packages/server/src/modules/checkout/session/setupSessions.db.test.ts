import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckoutBench, startCheckoutBench } from '../testing/checkoutBench.ts'

let bench: CheckoutBench
beforeAll(async () => {
  bench = await startCheckoutBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const update = (customerId: string) => ({ purpose: 'payment_method_update', customerId }) as const

describe('an update of the payment method', () => {
  it('costs nothing, and the preview names the current method', async () => {
    const customerId = await bench.customer('preview')
    const nothing = {
      mode: 'setup',
      currency: 'usd',
      dueToday: { kind: 'no_charge' },
      lineItems: [],
      total: 0,
      warnings: [],
    }
    expect(await bench.preview(update(customerId))).toMatchObject({
      ...nothing,
      details: { paymentMethodUpdate: { paymentMethodId: null } },
    })
    const { id } = await bench.card(customerId)
    expect(await bench.preview(update(customerId))).toMatchObject({
      ...nothing,
      details: { paymentMethodUpdate: { paymentMethodId: id } },
    })
  })

  it('is completed when a card is saved in its form, and that card becomes the default', async () => {
    const customerId = await bench.customer('updates')
    await bench.card(customerId)
    const session = await bench.open(update(customerId))
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending', completedAt: null })
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({
      status: 'completed',
      completedAt: bench.app.clock.now().toISOString(),
    })
    const [newest, old] = await bench.methods(customerId)
    expect(newest).toMatchObject({ isDefault: true })
    expect(old).toMatchObject({ isDefault: false })
    for (const body of await bench.courier.bodiesOf(customerId)) await bench.courier.post(body)
    await bench.drain()
    expect(await bench.checkouts(customerId)).toHaveLength(1)
  })

  it('is not completed by a card that was saved elsewhere', async () => {
    const customerId = await bench.customer('elsewhere')
    const session = await bench.open(update(customerId))
    const other = await bench.open(update(customerId))
    expect(other.client?.token).not.toBe(session.client?.token)
    await bench.payIn(other)
    await bench.drain()
    expect(await bench.status(other.id)).toMatchObject({ status: 'completed' })
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending' })
  })

  it('stays open when a card is declined', async () => {
    const customerId = await bench.customer('refused')
    const session = await bench.open(update(customerId))
    expect(await bench.payIn(session, 'expired_card')).toBe('requires_method')
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending' })
  })

  it('can be completed on its page, and a request with the same key returns the same session', async () => {
    const customerId = await bench.customer('page')
    const form = { uiMode: 'hosted', headers: { 'idempotency-key': 'setup-1' } }
    const session = await bench.open(update(customerId), form)
    expect(await bench.open(update(customerId), form)).toEqual(session)
    expect(await bench.page(session)).toMatchObject({
      purpose: 'payment_method_update',
      mode: 'setup',
      dueToday: 0,
      lineItems: [],
      details: { paymentMethodUpdate: { paymentMethodId: null } },
    })
    const { client } = await bench.form(session)
    expect(client).toMatchObject({ provider: 'sandbox', url: null })
    // A reload shows the same form.
    expect(await bench.form(session)).toEqual({ client, status: 'pending' })
    expect(await bench.payIn(session, 'expired_card')).toBe('requires_method')
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.form(session)).toEqual({ client: null, status: 'completed' })
  })

  it('expires after 24 hours; a card saved later is still kept', async () => {
    const customerId = await bench.customer('late')
    const session = await bench.open(update(customerId))
    await bench.sweepAfter(24)
    expect(await bench.status(session.id)).toMatchObject({ status: 'expired' })
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'expired' })
    expect(await bench.methods(customerId)).toHaveLength(1)
    expect((await bench.checkouts(customerId)).map(({ type }) => type)).toEqual([
      'checkout.expired',
    ])
  })
})
