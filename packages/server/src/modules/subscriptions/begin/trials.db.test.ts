import type { SettlementOutcome } from '@purser/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findWaitingTrials } from '../renew/due.sql.ts'
import { type SubscriptionBench, startSubscriptionBench } from '../testing/subscriptionBench.ts'

let bench: SubscriptionBench
beforeEach(async () => {
  bench = await startSubscriptionBench()
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

const clientOf = (outcome: SettlementOutcome) =>
  outcome.kind === 'requires_form' ? outcome.client : undefined

describe('a trial that requires no card', () => {
  it('starts immediately, is announced before its end, and is billed from its end on', async () => {
    await bench.payer('t')
    const outcome = await bench.subscribe('t', 'trial')
    const trialEndsAt = '2026-01-29T12:00:00.000Z'
    expect(outcome).toMatchObject({ kind: 'created_no_charge', invoiceId: null, trialEndsAt })
    expect(await bench.list('t')).toMatchObject([
      { status: 'trialing', trialEndsAt, currentBillingPeriodEnd: trialEndsAt },
    ])
    expect(await bench.balance('t')).toBe(10)
    await bench.track('t', 7)
    await bench.to('2026-01-26T11:59:59Z')
    expect(await bench.eventTypes('t')).toEqual(['created', 'activated'])
    await bench.to('2026-01-26T12:00:00Z')
    await bench.tick()
    expect(await bench.eventTypes('t')).toEqual(['created', 'activated', 'trial_will_end'])
    await bench.to('2026-01-29T12:00:00Z')
    expect(await bench.list('t')).toMatchObject([
      {
        status: 'active',
        currentBillingPeriodStart: trialEndsAt,
        currentBillingPeriodEnd: '2026-02-28T12:00:00.000Z',
      },
    ])
    // Usage during the trial is free.
    expect(await bench.invoices('t')).toMatchObject([
      { total: 2_000, status: 'paid', reason: 'period', lines: [{ type: 'recurring' }] },
    ])
    expect(await bench.balance('t')).toBe(10)
    await bench.to('2026-02-28T12:00:00Z')
    expect(await bench.invoices('t')).toMatchObject([{ total: 2_000 }, { total: 2_000 }])
  })

  it('makes the subscription past due, with access, if there is no card at its end', async () => {
    await bench.customer('t')
    await bench.subscribe('t', 'trial')
    await bench.to('2026-01-29T12:00:00Z')
    expect(await bench.list('t')).toMatchObject([{ status: 'past_due' }])
    expect(await bench.invoices('t')).toMatchObject([{ status: 'open', attemptCount: 1 }])
    expect(await bench.access('t')).toBe(true)
    await bench.card('t')
    await bench.to('2026-01-30T12:00:00Z')
    expect(await bench.list('t')).toMatchObject([{ status: 'active' }])
    expect(await bench.eventTypes('t')).toEqual([
      'created',
      'activated',
      'trial_will_end',
      'updated',
      'past_due',
      'updated',
    ])
  })

  it('ends without an invoice if it is canceled', async () => {
    await bench.payer('t')
    const { id } = await bench.subscribed('t', 'trial')
    await bench.track('t', 7)
    const params = { id }
    expect(await bench.app.ok('cancelSubscription', { params })).toMatchObject({
      status: 'trialing',
      cancelAt: '2026-01-29T12:00:00.000Z',
    })
    await bench.to('2026-01-29T12:00:00Z')
    expect(await bench.get(id)).toMatchObject({
      status: 'canceled',
      canceledAt: '2026-01-29T12:00:00.000Z',
    })
    expect(await bench.invoices('t')).toEqual([])
  })
})

describe('a trial that requires a card', () => {
  it('starts when the card is saved', async () => {
    await bench.customer('t')
    const outcome = await bench.subscribe('t', 'card-trial')
    expect(outcome).toMatchObject({ kind: 'requires_form', amount: null, currency: null })
    expect(await bench.list('t')).toMatchObject([
      {
        status: 'incomplete',
        trialEndsAt: null,
        currentBillingPeriodEnd: null,
        billingAnchor: null,
      },
    ])
    expect(await bench.access('t')).toBe(false)
    bench.app.clock.advance({ hours: 2 })
    await bench.pay(clientOf(outcome))
    await bench.tick()
    expect(await bench.list('t')).toMatchObject([
      {
        status: 'trialing',
        trialEndsAt: '2026-01-29T14:00:00.000Z',
        billingAnchor: '2026-01-29T14:00:00.000Z',
      },
    ])
    expect(await bench.charges('t')).toEqual([])
  })

  it('is started by the sweeper if the job is lost', async () => {
    await bench.payer('other')
    await bench.subscribe('other', 'pro')
    await bench.customer('t')
    await bench.subscribe('t', 'card-trial')
    expect(await findWaitingTrials(bench.app.db, null)).toEqual([])
    await bench.card('t')
    expect(await findWaitingTrials(bench.app.db, null)).toMatchObject([{ customerId: 't' }])
    await bench.run('renewDueSubscriptions')
    expect(await bench.list('t')).toMatchObject([{ status: 'trialing' }])
  })

  it('starts immediately with a card on file', async () => {
    await bench.payer('t')
    expect(await bench.subscribe('t', 'card-trial')).toMatchObject({ kind: 'created_no_charge' })
    expect(await bench.list('t')).toMatchObject([{ status: 'trialing' }])
  })

  it('expires after 23 hours without a card', async () => {
    await bench.customer('t')
    const { id } = await bench.subscribed('t', 'card-trial')
    await bench.to('2026-01-16T10:59:59Z')
    expect(await bench.get(id)).toMatchObject({ status: 'incomplete' })
    await bench.to('2026-01-16T11:00:00Z')
    expect(await bench.get(id)).toMatchObject({ status: 'incomplete_expired' })
    expect(await bench.eventTypes('t')).toEqual(['created', 'canceled'])
  })
})

describe('a scheduled start', () => {
  it('takes place automatically, and the customer is charged then', async () => {
    await bench.payer('t')
    const startsAt = '2026-01-31T12:00:00.000Z'
    const outcome = await bench.subscribe('t', 'pro', { startsAt })
    expect(outcome).toMatchObject({ kind: 'deferred', effectiveAt: startsAt })
    expect(await bench.list('t')).toMatchObject([{ status: 'incomplete', billingAnchor: null }])
    expect(await bench.charges('t')).toEqual([])
    await bench.to('2026-01-31T12:00:00Z')
    expect(await bench.list('t')).toMatchObject([
      {
        status: 'active',
        currentBillingPeriodStart: startsAt,
        currentBillingPeriodEnd: '2026-02-28T12:00:00.000Z',
      },
    ])
    expect(await bench.invoices('t')).toMatchObject([{ status: 'paid', total: 2_000 }])
    expect(await bench.balance('t')).toBe(100)
    // After the short month, the period ends on the 31st again, the day of the anchor.
    await bench.to('2026-02-28T12:00:00Z')
    expect(await bench.list('t')).toMatchObject([
      { currentBillingPeriodEnd: '2026-03-31T12:00:00.000Z' },
    ])
  })

  it('of a trial that requires a card waits for the card, and billing starts when the trial ends', async () => {
    const startsAt = '2026-01-20T12:00:00.000Z'
    const billingAnchor = '2026-02-15T12:00:00.000Z'
    await bench.customer('t')
    await bench.subscribe('t', 'card-trial', { startsAt })
    await bench.customer('g')
    await bench.subscribe('g', 'card-trial', { startsAt, billingAnchor })
    await bench.to(startsAt)
    expect(await bench.list('t')).toMatchObject([{ status: 'incomplete' }])
    bench.app.clock.advance({ hours: 2 })
    await bench.card('t')
    await bench.card('g')
    await bench.run('renewDueSubscriptions')
    const trialEndsAt = '2026-02-03T14:00:00.000Z'
    expect(await bench.list('t')).toMatchObject([
      { status: 'trialing', trialEndsAt, billingAnchor: trialEndsAt },
    ])
    // An anchor that the merchant set stays unchanged.
    expect(await bench.list('g')).toMatchObject([
      { status: 'trialing', trialEndsAt, billingAnchor },
    ])
    await bench.to(trialEndsAt)
    expect(await bench.list('t')).toMatchObject([
      { status: 'active', currentBillingPeriodEnd: '2026-03-03T14:00:00.000Z' },
    ])
    expect(await bench.list('g')).toMatchObject([
      { status: 'active', currentBillingPeriodEnd: billingAnchor },
    ])
  })
})
