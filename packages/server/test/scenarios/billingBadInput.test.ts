import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChangeBench,
  startChangeBench,
} from '../../src/modules/subscriptions/testing/changeBench.ts'
import { fingerprint } from '../harness/database/fingerprint.ts'

/**
 * Each kind of bad input to billing gets a specific code and a message with the next step. It
 * changes nothing.
 */
let bench: ChangeBench
/** The ids of the objects in the requests, by name. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  bench = await startChangeBench()
  const { app } = bench
  await app.ok('createProduct', { body: { name: 'Old', slug: 'old' } })
  await app.ok('createPlan', {
    body: { productId: 'old', name: 'old', slug: 'old', currency: 'usd', interval: 'month' },
  })
  await app.ok('archiveProduct', { params: { id: 'old' } })
  const coupon = (code: string, body: object) =>
    app.ok('createCoupon', {
      body: { code, percentOff: 10, duration: 'once', ...body },
    })
  await coupon('OVER', { expiresAt: '2026-01-16T00:00:00.000Z' })
  await coupon('ONE', { maxRedemptions: 1 })
  await coupon('EURO', { percentOff: undefined, amountOff: 100, currency: 'eur' })
  app.clock.advance({ days: 2 })

  await bench.payer('fresh')
  await bench.payer('lucky')
  await bench.subscribed('lucky', 'small', { couponCode: 'ONE' })
  await bench.payer('subscriber')
  ids.subscription = (await bench.subscribed('subscriber', 'small')).id
  await bench.payer('seated')
  ids.seats = (await bench.subscribed('seated', 'seats')).id
  await bench.payer('gone')
  ids.canceled = (await bench.subscribed('gone', 'small')).id
  await app.ok('cancelSubscription', { params: { id: ids.canceled }, body: { when: 'now' } })
  ids.old = (await bench.preview(ids.subscription, 'big')).previewToken
  app.clock.advance({ minutes: 15 })
  ids.fresh = (await bench.preview(ids.subscription, 'big')).previewToken
  ids.clock = (
    await app.ok<{ id: string }>('createTestClock', {
      body: { frozenTime: '2026-03-01T00:00:00.000Z' },
    })
  ).id
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

interface BadInput {
  operation: string
  call: () => { params?: Record<string, string>; body: object }
  status: number
  code: string
  /** The pattern that the message must match. */
  messagePattern: RegExp
  details?: () => object
}

const create = (body: object, customerId = 'fresh') => ({
  operation: 'createSubscription',
  call: () => ({ body: { customerId, ...body } }),
})
const change = (body: () => object, subscription = 'subscription') => ({
  operation: 'changeSubscription',
  call: () => ({ params: { id: ids[subscription] ?? '' }, body: body() }),
})
const session = (body: object, customerId = 'fresh') => ({
  operation: 'createCheckoutSession',
  call: () => ({ body: { customerId, purpose: 'subscription', uiMode: 'embedded', ...body } }),
})
const preview = (body: object, customerId = 'fresh') => ({
  operation: 'previewCheckout',
  call: () => ({ body: { customerId, purpose: 'subscription', ...body } }),
})

const unknownPlan = { status: 404, code: 'not_found', messagePattern: /plan.*nowhere/ }
const inactive = { status: 409, code: 'plan_inactive', messagePattern: /draft.*choose an active/i }
const archived = {
  status: 409,
  code: 'plan_inactive',
  messagePattern: /archived.*choose another plan/i,
}
const currency = {
  status: 409,
  code: 'currency_mismatch',
  messagePattern: /eur.*choose a plan in/i,
}
const second = {
  status: 409,
  code: 'already_subscribed',
  messagePattern: /POST \/v1\/subscriptions\/:id\/change/,
  details: () => ({ subscriptionId: ids.subscription }),
}
const badSeats = { status: 400, code: 'invalid_request', messagePattern: /quantities.seats: / }
const expired = { status: 409, code: 'coupon_expired', messagePattern: /coupon/i }
const usedUp = { status: 409, code: 'coupon_used_up', messagePattern: /coupon/i }

const INPUTS: Record<string, BadInput> = {
  'an unknown plan': { ...create({ planId: 'nowhere' }), ...unknownPlan },
  'an unknown plan in a checkout': { ...session({ planId: 'nowhere' }), ...unknownPlan },
  'an unknown plan in a preview': { ...preview({ planId: 'nowhere' }), ...unknownPlan },
  'a change to an unknown plan': { ...change(() => ({ planId: 'nowhere' })), ...unknownPlan },
  'an unknown customer': {
    ...create({ planId: 'small' }, 'nobody'),
    status: 404,
    code: 'not_found',
    messagePattern: /customer/,
  },
  'an inactive plan': { ...create({ planId: 'draft' }), ...inactive },
  'an inactive plan in a checkout': { ...session({ planId: 'draft' }), ...inactive },
  'a change to an inactive plan': { ...change(() => ({ planId: 'draft' })), ...inactive },
  'a plan of an archived product': { ...create({ planId: 'old' }), ...archived },
  'a plan in another currency': { ...create({ planId: 'euro' }), ...currency },
  'a plan in another currency in a preview': { ...preview({ planId: 'euro' }), ...currency },
  'a change to another currency': { ...change(() => ({ planId: 'euro' })), ...currency },
  'a second subscription of the product': { ...create({ planId: 'big' }, 'subscriber'), ...second },
  'an add-on as a plan': {
    ...create({ planId: 'boost' }),
    status: 400,
    code: 'invalid_request',
    messagePattern: /items/,
  },
  'a negative number of seats': {
    ...create({ planId: 'seats', quantities: { seats: -1 } }),
    ...badSeats,
  },
  'half a seat': { ...create({ planId: 'seats', quantities: { seats: 1.5 } }), ...badSeats },
  'seats as a string': { ...create({ planId: 'seats', quantities: { seats: '2' } }), ...badSeats },
  'more seats than can be counted': {
    ...create({ planId: 'seats', quantities: { seats: 1_000_000_001 } }),
    ...badSeats,
  },
  'a change to a negative number of seats': {
    ...change(() => ({ planId: 'seats', quantities: { seats: -3 } }), 'seats'),
    ...badSeats,
  },
  'a change to half a seat': {
    ...change(() => ({ planId: 'seats', quantities: { seats: 0.5 } }), 'seats'),
    ...badSeats,
  },
  'seats that the plan does not sell': {
    ...create({ planId: 'small', quantities: { seats: 2 } }),
    ...badSeats,
  },
  'an unknown coupon': {
    ...create({ planId: 'small', couponCode: 'NEVER' }),
    status: 404,
    code: 'not_found',
    messagePattern: /coupon/,
  },
  'an expired coupon': { ...create({ planId: 'small', couponCode: 'OVER' }), ...expired },
  'an expired coupon in a preview': {
    ...preview({ planId: 'small', couponCode: 'OVER' }),
    ...expired,
  },
  'a coupon without redemptions left': {
    ...create({ planId: 'small', couponCode: 'ONE' }),
    ...usedUp,
  },
  'a coupon without redemptions left in a checkout': {
    ...session({ planId: 'small', couponCode: 'ONE' }),
    ...usedUp,
  },
  'a coupon in another currency': {
    ...create({ planId: 'small', couponCode: 'EURO' }),
    status: 409,
    code: 'currency_mismatch',
    messagePattern: /eur/,
  },
  'a change of a canceled subscription': {
    ...change(() => ({ planId: 'big' }), 'canceled'),
    status: 409,
    code: 'subscription_ended',
    messagePattern: /POST \/v1\/subscriptions/,
  },
  'an expired preview': {
    ...change(() => ({ planId: 'big', previewToken: ids.old })),
    status: 409,
    code: 'preview_expired',
    messagePattern: /preview the change again/,
  },
  'a preview of another plan': {
    ...change(() => ({ planId: 'seats', previewToken: ids.fresh })),
    status: 409,
    code: 'preview_mismatch',
    messagePattern: /preview the change again/,
  },
  'a preview with another time of change': {
    ...change(() => ({ planId: 'big', when: 'period_end', previewToken: ids.fresh })),
    status: 409,
    code: 'preview_mismatch',
    messagePattern: /preview the change again/,
  },
  'a preview of another subscription': {
    ...change(() => ({ planId: 'big', previewToken: ids.fresh }), 'seats'),
    status: 409,
    code: 'preview_mismatch',
    messagePattern: /preview the change again/,
  },
  'a forged preview token': {
    ...change(() => ({ planId: 'big', previewToken: 'made-up' })),
    status: 409,
    code: 'preview_mismatch',
    messagePattern: /preview the change again/,
  },
  'moving a test clock back': {
    operation: 'advanceTestClock',
    call: () => ({ params: { id: ids.clock ?? '' }, body: { to: '2026-02-28T23:59:59.999Z' } }),
    status: 409,
    code: 'clock_moved_back',
    messagePattern: /Create another clock/,
  },
  'a start in the past': {
    ...create({ planId: 'small', startsAt: '2026-01-01T00:00:00.000Z' }),
    status: 400,
    code: 'invalid_request',
    messagePattern: /startsAt: .*omit it/,
  },
}

describe('billing', () => {
  it.each(Object.entries(INPUTS))('refuses %s', async (_, input) => {
    const { operation, call, status, code, messagePattern, details } = input
    const before = await fingerprint(bench.app.pool)
    const reply = await bench.app.call(operation, call())
    expect(await fingerprint(bench.app.pool)).toBe(before)
    expect(reply).toMatchObject({ status, body: { error: { code } } })
    const { error } = reply.body as { error: { message: string; details?: object } }
    expect(error.message).toMatch(messagePattern)
    if (details) expect(error.details).toMatchObject(details())
    if (code === 'invalid_request') {
      expect(error.details).toContainEqual({
        path: expect.any(String),
        message: expect.any(String),
      })
    }
  })
})
