import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckoutBench, startCheckoutBench } from '../testing/checkoutBench.ts'
import { completeSession } from './endSession.ts'

let bench: CheckoutBench
beforeAll(async () => {
  bench = await startCheckoutBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const topUp = (customerId: string) =>
  ({ purpose: 'credit_topup', customerId, creditCurrencyId: 'money', amountCents: 500 }) as const

const opened = async (id: string, body: Record<string, unknown> = {}) => {
  const customerId = await bench.customer(id, body)
  return { customerId, session: await bench.open(topUp(customerId)) }
}
const paymentOf = async (customerId: string) => {
  const [attempt] = await bench.attempts(customerId)
  return attempt?.paymentId ?? ''
}
const eventTypesOf = async (customerId: string) =>
  (await bench.checkouts(customerId)).map(({ type }) => type)

describe('a paid session', () => {
  it('is completed as soon as the payment is recorded, before its row is updated', async () => {
    const { customerId, session } = await opened('at-once')
    await bench.payIn(session)
    await bench.drain()
    // As if the process had crashed after recording the payment and before ending the session.
    await bench.app.pool.query(
      `UPDATE checkout_sessions SET status = 'pending', completed_at = NULL WHERE id = $1`,
      [session.id],
    )
    const status = await bench.status(session.id)
    expect(status).toMatchObject({ status: 'completed', completedAt: expect.any(String) })
    const before = await eventTypesOf(customerId)
    await bench.run('sweepCheckoutSessions')
    expect(await bench.status(session.id)).toEqual(status)
    expect(await eventTypesOf(customerId)).toEqual([...before, 'checkout.completed'])
  })

  it('emits one event, even if webhooks arrive repeatedly and in the wrong order', async () => {
    const { customerId, session } = await opened('shuffled')
    await bench.payIn(session, 'decline')
    await bench.payIn(session)
    const bodies = await bench.courier.bodiesOf(customerId)
    for (const body of [...bodies, ...bodies].reverse()) {
      await bench.courier.post(body)
      await bench.drain()
    }
    await bench.sweepAll()
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect(await eventTypesOf(customerId)).toEqual(['checkout.completed'])
    expect(await bench.taken(customerId)).toEqual([500])
  })

  it('emits one event if several callers complete it at the same time', async () => {
    const { customerId, session } = await opened('side-by-side')
    await bench.courier.loseJobs()
    await bench.payIn(session)
    await bench.courier.loseJobs()
    await bench.run('sweepTopUpAttempts')
    const complete = async () =>
      completeSession(bench.app.db, bench.app.sandbox.scope(), await paymentOf(customerId))
    await bench.atOnce(customerId, [complete, complete, complete])
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect(await eventTypesOf(customerId)).toEqual(['checkout.completed'])
  })

  it('is completed by the sweepers if its webhook is lost', async () => {
    const { customerId, session } = await opened('unheard')
    await bench.faults({ operation: 'webhook', effect: 'drop', times: 5, customerId })
    await bench.payIn(session)
    bench.app.clock.advance({ minutes: 10 })
    await bench.sweepAll()
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect(await eventTypesOf(customerId)).toEqual([])
    await bench.run('sweepCheckoutSessions')
    expect(await eventTypesOf(customerId)).toEqual(['checkout.completed'])
  })

  it('expires and its payment is refunded if the wallet was closed in the meantime', async () => {
    const { customerId, session } = await opened('closed')
    await bench.app.pool.query(
      `UPDATE credit_accounts SET status = 'closed' WHERE customer_id = 'closed'`,
    )
    await bench.payIn(session)
    await bench.drain()
    expect(await bench.status(session.id)).toMatchObject({ status: 'expired', completedAt: null })
    expect(await eventTypesOf(customerId)).toEqual(['checkout.expired'])
    expect((await bench.book(customerId)).refunds).toHaveLength(1)
  })
})

describe('an unpaid session', () => {
  it('stays open for 24 hours, then expires together with its purchase', async () => {
    const { customerId, session } = await opened('abandoned')
    await bench.sweepAfter(23.99)
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending' })
    await bench.sweepAfter(0.02)
    expect(await bench.status(session.id)).toMatchObject({ status: 'expired', completedAt: null })
    expect(await bench.checkouts(customerId)).toMatchObject([
      { type: 'checkout.expired', payload: { id: session.id, customerId } },
    ])
    expect(await bench.attempts(customerId)).toMatchObject([{ status: 'failed' }])
    expect(await bench.payIn(session)).toBe('canceled')
    await bench.sweepAfter(1)
    expect(await eventTypesOf(customerId)).toEqual(['checkout.expired'])
  })

  it('is completed after all if the provider reports a payment when the form is closed', async () => {
    const { customerId, session } = await opened('last-minute')
    await bench.faults({ operation: 'webhook', effect: 'drop', times: 5, customerId })
    await bench.payIn(session)
    await bench.sweepAfter(24)
    expect(await bench.status(session.id)).toMatchObject({ status: 'completed' })
    expect(await eventTypesOf(customerId)).toEqual(['checkout.completed'])
    expect(await bench.wallet(customerId)).toMatchObject({ balance: 500 })
  })

  it('stays pending while the provider does not answer', async () => {
    const { customerId, session } = await opened('silent')
    for (const operation of ['lookup', 'charge']) {
      await bench.faults({ operation, effect: 'timeout', times: 10, customerId })
    }
    await bench.sweepAfter(24)
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending' })
    await bench.faults()
    await bench.sweepAfter(1)
    expect(await bench.status(session.id)).toMatchObject({ status: 'expired' })
  })

  it('expires immediately when its payment was canceled elsewhere', async () => {
    const { customerId, session } = await opened('ended')
    bench.app.clock.advance({ hours: 24 })
    await bench.run('sweepTopUpAttempts')
    expect(await bench.status(session.id)).toMatchObject({ status: 'expired' })
    expect(await eventTypesOf(customerId)).toEqual([])
    await bench.run('sweepCheckoutSessions')
    expect(await eventTypesOf(customerId)).toEqual(['checkout.expired'])
  })
})

describe('a session of a customer on a test clock', () => {
  it('expires by the time of that clock', async () => {
    const clock = await bench.app.ok<{ id: string }>('createTestClock', {
      body: { frozenTime: '2020-01-01T00:00:00.000Z' },
    })
    const { customerId, session } = await opened('clocked', { testClockId: clock.id })
    expect(session.expiresAt).toBe('2020-01-02T00:00:00.000Z')
    await bench.sweepAfter(48)
    expect(await eventTypesOf(customerId)).toEqual([])
    const advance = async (to: string) => {
      await bench.app.ok('advanceTestClock', { params: { id: clock.id }, body: { to } })
      await bench.drain()
    }
    await advance('2020-01-01T23:59:59.999Z')
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending' })
    await advance('2020-01-03T00:00:00.000Z')
    expect(await bench.status(session.id)).toMatchObject({ status: 'expired' })
    expect(await eventTypesOf(customerId)).toEqual(['checkout.expired'])
  })
})

describe('the status of a session', () => {
  it('cannot be read by other customers or merchants, or with an unknown id', async () => {
    const { customerId, session } = await opened('mine')
    await bench.customer('other')
    const tokenOf = async (id: string) =>
      (await bench.app.ok<{ token: string }>('createPortalSession', { body: { customerId: id } }))
        .token
    const params = { id: session.id }
    const own = { params, token: await tokenOf(customerId) }
    expect(await bench.app.ok('getCheckoutSessionStatus', own)).toMatchObject({ status: 'pending' })
    const unknown = { status: 404, code: 'not_found' }
    const strangers = [
      { params, token: await tokenOf('other') },
      { params, key: bench.app.other.sandbox.keys.full },
      { params, key: bench.app.live.keys.full },
      { params: { id: 'chk_nothing' } },
    ]
    for (const stranger of strangers) {
      expect(await bench.app.fails('getCheckoutSessionStatus', stranger)).toMatchObject(unknown)
    }
  })

  it("is readable in the customer's own portal only, like the checkout", async () => {
    await bench.customer('portal')
    const { token } = await bench.app.ok<{ token: string }>('createPortalSession', {
      body: { customerId: 'portal' },
    })
    const { customerId: _, ...own } = topUp('portal')
    expect(await bench.app.ok('previewCheckout', { token, body: own })).toMatchObject({
      total: 500,
    })
    const session = await bench.app.ok<{ id: string }>('createCheckoutSession', {
      token,
      body: own,
    })
    expect(await bench.status(session.id)).toMatchObject({ status: 'pending' })
    const others = { token, body: topUp('mine') }
    const forbidden = { status: 403, code: 'forbidden' }
    expect(await bench.app.fails('previewCheckout', others)).toMatchObject(forbidden)
    expect(await bench.app.fails('createCheckoutSession', others)).toMatchObject(forbidden)
  })
})
