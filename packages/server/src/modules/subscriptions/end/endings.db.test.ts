import type { Subscription } from '@purser/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SubscriptionBench, startSubscriptionBench } from '../testing/subscriptionBench.ts'

let bench: SubscriptionBench
beforeEach(async () => {
  bench = await startSubscriptionBench()
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

const act = (operation: string, id: string, body?: object) =>
  bench.app.ok<Subscription>(operation, { params: { id }, ...(body && { body }) })
const refused = (operation: string, id: string) => bench.app.fails(operation, { params: { id } })

describe('a cancellation', () => {
  it('at the end of the period keeps access until then and bills the usage', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'metered')
    await bench.track('c', 50)
    expect(await act('cancelSubscription', id)).toMatchObject({
      status: 'active',
      cancelAt: '2026-02-15T12:00:00.000Z',
      canceledAt: null,
    })
    expect(await bench.access('c')).toBe(true)
    await bench.to('2026-02-15T12:00:00Z')
    expect(await bench.get(id)).toMatchObject({ status: 'canceled' })
    expect(await bench.access('c')).toBe(false)
    expect(await bench.invoices('c')).toMatchObject([
      { total: 500 },
      { total: 100, reason: 'end', status: 'paid', lines: [{ type: 'usage' }] },
    ])
    expect(await bench.eventTypes('c')).toEqual(['created', 'activated', 'updated', 'canceled'])
    expect(await refused('cancelSubscription', id)).toMatchObject({ code: 'subscription_ended' })
    await bench.to('2026-04-15T12:00:00Z')
    expect(await bench.invoices('c')).toHaveLength(2)
  })

  it('that is immediate ends access, bills the usage and refunds nothing', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'metered')
    await bench.track('c', 50)
    bench.app.clock.advance({ days: 3 })
    expect(await act('cancelSubscription', id, { when: 'now' })).toMatchObject({
      status: 'canceled',
      canceledAt: '2026-01-18T12:00:00.000Z',
    })
    await bench.tick()
    expect(await bench.invoices('c')).toMatchObject([
      { total: 500 },
      { total: 100, status: 'paid' },
    ])
    expect(await bench.access('c')).toBe(false)
    expect(await bench.subscribe('c', 'pro')).toMatchObject({ kind: 'charged_inline' })
  })

  it('at the instant of the start bills the usage', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'metered')
    await bench.track('c', 50)
    await act('cancelSubscription', id, { when: 'now' })
    await bench.tick()
    expect(await bench.invoices('c')).toMatchObject([
      { total: 500 },
      { total: 100, status: 'paid', reason: 'end' },
    ])
  })

  it('bills the used part of charges in arrears', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'arrears')
    await bench.to('2026-01-31T00:00:00Z')
    await act('cancelSubscription', id, { when: 'now' })
    // The price is for half of the 31 days.
    expect(await bench.invoices('c')).toMatchObject([{ total: 350 }])
  })

  it('is withdrawn when the subscription is resumed, and the subscription continues', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'pro')
    await act('cancelSubscription', id)
    expect(await act('resumeSubscription', id)).toMatchObject({ status: 'active', cancelAt: null })
    expect(await refused('resumeSubscription', id)).toMatchObject({
      status: 409,
      code: 'invalid_state',
    })
    await bench.to('2026-02-15T12:00:00Z')
    expect(await bench.invoices('c')).toHaveLength(2)
  })

  it('of an incomplete subscription cancels its payment and voids its invoice', async () => {
    await bench.customer('c')
    const { id } = await bench.subscribed('c', 'pro')
    expect(await act('cancelSubscription', id)).toMatchObject({ status: 'canceled' })
    expect(await bench.invoices('c')).toMatchObject([{ status: 'void' }])
    expect(await bench.charges('c')).toMatchObject([{ status: 'canceled' }])
    expect(await bench.subscribe('c', 'free')).toMatchObject({ kind: 'created_no_charge' })
  })

  it('of a scheduled subscription takes effect before its start', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'pro', { startsAt: '2026-03-01T00:00:00Z' })
    expect(await act('cancelSubscription', id)).toMatchObject({ status: 'canceled' })
    await bench.to('2026-03-02T00:00:00Z')
    expect(await bench.invoices('c')).toEqual([])
  })

  it('is required before a customer is deleted', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'pro')
    const params = { customerId: 'c' }
    expect(await bench.app.fails('deleteCustomer', { params })).toMatchObject({
      status: 409,
      message: expect.stringContaining('cancel'),
    })
    await act('cancelSubscription', id, { when: 'now' })
    await bench.app.ok('deleteCustomer', { params })
  })
})

describe('a pause', () => {
  it('suspends access and billing, and the paid period continues afterwards', async () => {
    await bench.payer('p')
    const { id } = await bench.subscribed('p', 'pro')
    bench.app.clock.advance({ days: 2 })
    expect(await act('pauseSubscription', id)).toMatchObject({ status: 'paused' })
    expect(await bench.access('p')).toBe(false)
    expect(await refused('pauseSubscription', id)).toMatchObject({ code: 'invalid_state' })
    bench.app.clock.advance({ days: 2 })
    expect(await act('resumeSubscription', id)).toMatchObject({
      status: 'active',
      currentBillingPeriodEnd: '2026-02-15T12:00:00.000Z',
    })
    expect(await bench.access('p')).toBe(true)
    expect(await bench.invoices('p')).toHaveLength(1)
  })

  it('that outlasts the period ends with a new period', async () => {
    await bench.payer('p')
    const { id } = await bench.subscribed('p', 'pro')
    await act('pauseSubscription', id)
    await bench.to('2026-04-03T08:00:00Z')
    expect(await bench.invoices('p')).toHaveLength(1)
    expect(await act('resumeSubscription', id)).toMatchObject({
      status: 'active',
      billingAnchor: '2026-04-03T08:00:00.000Z',
      currentBillingPeriodStart: '2026-04-03T08:00:00.000Z',
      currentBillingPeriodEnd: '2026-05-03T08:00:00.000Z',
    })
    await bench.tick()
    expect(await bench.invoices('p')).toMatchObject([{}, { status: 'paid', total: 2_000 }])
    expect(await bench.balance('p')).toBe(100)
  })
})

describe('an incomplete subscription', () => {
  it('expires after 23 hours, with its payment canceled and its invoice void', async () => {
    await bench.customer('i')
    const { id } = await bench.subscribed('i', 'pro')
    await bench.to('2026-01-16T11:00:00Z')
    expect(await bench.get(id)).toMatchObject({ status: 'incomplete_expired' })
    expect(await bench.invoices('i')).toMatchObject([{ status: 'void' }])
    expect(await bench.eventTypes('i')).toEqual(['created', 'canceled'])
    expect(await bench.subscribe('i', 'pro')).toMatchObject({ kind: 'requires_form' })
  })

  it('starts if it was paid at the last moment', async () => {
    await bench.customer('i')
    const outcome = await bench.subscribe('i', 'pro')
    await bench.pay(outcome.kind === 'requires_form' ? outcome.client : undefined)
    // The webhook is lost. The job asks the provider before it ends the subscription.
    bench.app.clock.advance({ hours: 24 })
    await bench.run('renewDueSubscriptions')
    expect(await bench.list('i')).toMatchObject([{ status: 'active' }])
    expect(await bench.invoices('i')).toMatchObject([{ status: 'paid' }])
  })
})

describe('an unpaid renewal', () => {
  const lapse = async () => {
    await bench.payer('d')
    const { id } = await bench.subscribed('d', 'pro')
    await bench.card('d', 'fails_later')
    await bench.to('2026-02-15T12:00:00Z')
    return id
  }

  it('makes the subscription past due, with access, until it is paid', async () => {
    const id = await lapse()
    expect(await bench.get(id)).toMatchObject({ status: 'past_due' })
    expect(await bench.access('d')).toBe(true)
    await bench.card('d')
    await bench.to('2026-02-16T12:00:00Z')
    expect(await bench.get(id)).toMatchObject({ status: 'active' })
    expect(await bench.invoices('d')).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    expect(await bench.eventTypes('d')).toEqual([
      'created',
      'activated',
      'updated',
      'past_due',
      'updated',
    ])
  })

  it('cancels the subscription after dunning if the merchant chose this', async () => {
    const id = await lapse()
    for (const day of ['16', '18', '20', '22']) await bench.to(`2026-02-${day}T12:00:00Z`)
    expect(await bench.get(id)).toMatchObject({ status: 'canceled' })
    expect(await bench.invoices('d')).toMatchObject([{}, { status: 'open', attemptCount: 5 }])
    expect(await bench.access('d')).toBe(false)
  })

  it('leaves the subscription past due and the invoice uncollectible if the merchant chose this', async () => {
    await bench.app.pool.query(`UPDATE environments SET dunning_end = 'uncollectible'`)
    const id = await lapse()
    for (const day of ['16', '18', '20', '22']) await bench.to(`2026-02-${day}T12:00:00Z`)
    expect(await bench.get(id)).toMatchObject({ status: 'past_due' })
    expect(await bench.invoices('d')).toMatchObject([{}, { status: 'uncollectible' }])
    await bench.card('d')
    await bench.to('2026-03-15T12:00:00Z')
    expect(await bench.get(id)).toMatchObject({ status: 'active' })
  })
})
