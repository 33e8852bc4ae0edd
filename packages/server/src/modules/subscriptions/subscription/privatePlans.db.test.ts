import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
  for (const [slug, kind] of [
    ['secret', 'base'],
    ['secret-boost', 'addon'],
  ] as const) {
    await bench.app.ok('createPlan', {
      body: {
        productId: 'app',
        name: slug,
        slug,
        kind,
        currency: 'usd',
        interval: 'month',
        isPublic: false,
        charges: [
          {
            type: 'recurring',
            name: 'Seats',
            featureSlug: 'seats',
            quantity: 1,
            pricing: { model: 'per_unit', unitAmount: 10 },
          },
        ],
      },
    })
  }
})
afterAll(() => bench.stop())

async function portal(customerId: string): Promise<string> {
  await bench.payer(customerId)
  const body = { customerId }
  const { token } = await bench.app.ok<{ token: string }>('createPortalSession', { body })
  return token
}

const NOT_THERE = { status: 404, code: 'not_found', message: expect.stringContaining('plan') }
const checkouts = ['previewCheckout', 'createCheckoutSession'] as const

it('a portal token cannot subscribe to a private plan, but the merchant can', async () => {
  const token = await portal('stranger')
  const planId = 'secret'
  expect(await bench.app.fails('createSubscription', { token, body: { planId } })).toMatchObject(
    NOT_THERE,
  )
  const body = { purpose: 'subscription', planId }
  for (const operation of checkouts) {
    expect(await bench.app.fails(operation, { token, body })).toMatchObject(NOT_THERE)
    await bench.app.ok(operation, { body: { ...body, customerId: 'stranger' } })
  }
  await bench.payer('invited')
  expect(await bench.subscribe('invited', planId)).toMatchObject({ kind: 'charged_inline' })
})

it('a portal token cannot change to or add a private plan, but the merchant can', async () => {
  const token = await portal('climber')
  const { id } = await bench.subscribed('climber', 'small')
  const params = { id }
  const change = { purpose: 'subscription', planId: 'secret' }
  const addOn = { purpose: 'addon_purchase', planId: 'secret-boost' }
  for (const operation of ['previewSubscriptionChange', 'changeSubscription']) {
    const body = { planId: 'secret' }
    expect(await bench.app.fails(operation, { token, params, body })).toMatchObject(NOT_THERE)
  }
  const body = { planId: 'secret-boost' }
  expect(await bench.app.fails('addSubscriptionItem', { token, params, body })).toMatchObject(
    NOT_THERE,
  )
  for (const operation of checkouts) {
    for (const purchase of [change, addOn]) {
      const request = { ...purchase, subscriptionId: id }
      expect(await bench.app.fails(operation, { token, body: request })).toMatchObject(NOT_THERE)
    }
  }
  expect(await bench.addOn(id, 'secret-boost')).toMatchObject({ kind: 'charged_inline' })
  await bench.change(id, 'secret', { when: 'now' })
})

it('a customer on a private plan may change its seats', async () => {
  const token = await portal('guest')
  const { id } = await bench.subscribed('guest', 'secret')
  const body = { planId: 'secret', quantities: { seats: 3 } }
  await bench.app.ok('changeSubscription', { token, params: { id }, body })
  expect(await bench.get(id)).toMatchObject({ quantities: { seats: 3 } })
})

it('a customer sees the current names of their plan, add-on and pending change', async () => {
  const token = await portal('member')
  const { id } = await bench.subscribed('member', 'secret')
  await bench.addOn(id, 'secret-boost')
  await bench.change(id, 'small', { when: 'period_end' })
  await bench.app.ok('updatePlan', { params: { id: 'secret' }, body: { name: 'For friends' } })
  const { data } = await bench.app.ok<{ data: object[] }>('listSubscriptions', { token })
  expect(data).toMatchObject([
    {
      planName: 'For friends',
      items: [{ planName: 'secret-boost' }],
      pendingChange: { planName: 'small' },
    },
  ])
})

it('the list of subscriptions does not reveal private plans', async () => {
  const token = await portal('curious')
  for (const planId of ['secret', 'never-made']) {
    const list = await bench.app.ok('listSubscriptions', { token, query: { planId } })
    expect(list).toEqual({ data: [], nextCursor: null })
  }
  const unknown = await bench.app.fails('listSubscriptions', { query: { planId: 'never-made' } })
  expect(unknown).toMatchObject(NOT_THERE)
})
