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
  it('at the end of the period keeps access until then, and bills what was used', async () => {
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
    expect(await bench.told('c')).toEqual(['created', 'activated', 'updated', 'canceled'])
    expect(await refused('cancelSubscription', id)).toMatchObject({ code: 'subscription_ended' })
    await bench.to('2026-04-15T12:00:00Z')
    expect(await bench.invoices('c')).toHaveLength(2)
  })

  it('now ends it at once, bills what was used and gives nothing back', async () => {
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

  it('in the instant of its beginning bills what was used in it', async () => {
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

  it('in arrears bills the part that was used', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'arrears')
    await bench.to('2026-01-31T00:00:00Z')
    await act('cancelSubscription', id, { when: 'now' })
    // Half of 31 days.
    expect(await bench.invoices('c')).toMatchObject([{ total: 350 }])
  })

  it('is taken back by resuming, and then it goes on', async () => {
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

  it('of one that waits for a form ends the payment at the provider, and the invoice', async () => {
    await bench.customer('c')
    const { id } = await bench.subscribed('c', 'pro')
    expect(await act('cancelSubscription', id)).toMatchObject({ status: 'canceled' })
    expect(await bench.invoices('c')).toMatchObject([{ status: 'void' }])
    expect(await bench.charges('c')).toMatchObject([{ status: 'canceled' }])
    expect(await bench.subscribe('c', 'free')).toMatchObject({ kind: 'created_no_charge' })
  })

  it('of a scheduled one comes before its start', async () => {
    await bench.payer('c')
    const { id } = await bench.subscribed('c', 'pro', { startsAt: '2026-03-01T00:00:00Z' })
    expect(await act('cancelSubscription', id)).toMatchObject({ status: 'canceled' })
    await bench.to('2026-03-02T00:00:00Z')
    expect(await bench.invoices('c')).toEqual([])
  })

  it('is asked for before a customer is deleted', async () => {
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
  it('takes access and bills away; inside the paid period it goes on', async () => {
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

  it('that lasts beyond the period ends with a new one, from then on', async () => {
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

describe('one that waits for its card', () => {
  it('ends after 23 hours: the payment is closed, the invoice void', async () => {
    await bench.customer('i')
    const { id } = await bench.subscribed('i', 'pro')
    await bench.to('2026-01-16T11:00:00Z')
    expect(await bench.get(id)).toMatchObject({ status: 'incomplete_expired' })
    expect(await bench.invoices('i')).toMatchObject([{ status: 'void' }])
    expect(await bench.told('i')).toEqual(['created', 'canceled'])
    expect(await bench.subscribe('i', 'pro')).toMatchObject({ kind: 'requires_form' })
  })

  it('begins when it turns out to be paid at the last moment', async () => {
    await bench.customer('i')
    const outcome = await bench.subscribe('i', 'pro')
    await bench.pay(outcome.kind === 'requires_form' ? outcome.client : undefined)
    // The webhook is lost; what ends it asks first.
    bench.app.clock.advance({ hours: 24 })
    await bench.run('renewDueSubscriptions')
    expect(await bench.list('i')).toMatchObject([{ status: 'active' }])
    expect(await bench.invoices('i')).toMatchObject([{ status: 'paid' }])
  })
})

describe('a renewal that nobody pays', () => {
  const lapse = async () => {
    await bench.payer('d')
    const { id } = await bench.subscribed('d', 'pro')
    await bench.card('d', 'fails_later')
    await bench.to('2026-02-15T12:00:00Z')
    return id
  }

  it('is past due with access, and recovers when it is paid', async () => {
    const id = await lapse()
    expect(await bench.get(id)).toMatchObject({ status: 'past_due' })
    expect(await bench.access('d')).toBe(true)
    await bench.card('d')
    await bench.to('2026-02-16T12:00:00Z')
    expect(await bench.get(id)).toMatchObject({ status: 'active' })
    expect(await bench.invoices('d')).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    expect(await bench.told('d')).toEqual([
      'created',
      'activated',
      'updated',
      'past_due',
      'updated',
    ])
  })

  it('is canceled when dunning is over, as the environment is set', async () => {
    const id = await lapse()
    for (const day of ['16', '18', '20', '22']) await bench.to(`2026-02-${day}T12:00:00Z`)
    expect(await bench.get(id)).toMatchObject({ status: 'canceled' })
    expect(await bench.invoices('d')).toMatchObject([{}, { status: 'open', attemptCount: 5 }])
    expect(await bench.access('d')).toBe(false)
  })

  it('or stays past due, with an invoice that is given up', async () => {
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
