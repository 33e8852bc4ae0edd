import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SubscriptionBench, startSubscriptionBench } from '../testing/subscriptionBench.ts'

let bench: SubscriptionBench
beforeAll(async () => {
  bench = await startSubscriptionBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

const coupon = (code: string, body: object) =>
  bench.app.ok('createCoupon', { body: { code, duration: 'once', percentOff: 25, ...body } })
const redemptions = async (code: string) => {
  const { rows } = await bench.app.pool.query(
    'SELECT redemptions FROM coupons WHERE code_key = lower($1)',
    [code],
  )
  return rows[0]?.redemptions
}

describe('a coupon', () => {
  it('with a limit is not redeemed more often than allowed', async () => {
    await coupon('FIVE', { maxRedemptions: 5 })
    const customers = Array.from({ length: 50 }, (_, at) => `many_${at}`)
    for (const id of customers) await bench.customer(id, { kind: 'slg' })
    const answers = await Promise.all(
      customers.map((customerId) =>
        bench.app.call('createSubscription', {
          body: { customerId, planId: 'pro', couponCode: 'five' },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.map(({ body }) => body)).toEqual(
      others.map(() => ({ error: expect.objectContaining({ code: 'coupon_used_up' }) })),
    )
    expect(await redemptions('FIVE')).toBe(5)
  })

  it('for the first bill does not reduce the next one', async () => {
    await coupon('ONCE', { percentOff: 25 })
    await bench.payer('once')
    const subscription = await bench.subscribed('once', 'pro', { couponCode: 'once' })
    expect(subscription.discount).toMatchObject({
      code: 'ONCE',
      percentOff: 25,
      amountOff: null,
      endsAt: subscription.currentBillingPeriodEnd,
    })
    bench.app.clock.advance({ days: 31 })
    await bench.tick()
    expect(await bench.invoices('once')).toMatchObject([
      { total: 1_500, discount: 500, discountName: 'ONCE' },
      { total: 2_000, discount: 0 },
    ])
    expect((await bench.get(subscription.id)).discount).toBeNull()
  })

  it('for several periods does not count the trial', async () => {
    await coupon('TWICE', {
      percentOff: undefined,
      amountOff: 300,
      currency: 'usd',
      duration: 'repeating',
      durationInPeriods: 2,
    })
    await bench.payer('twice')
    const { discount, trialEndsAt } = await bench.subscribed('twice', 'trial', {
      couponCode: 'TWICE',
      trialDays: 7,
    })
    const days = (Date.parse(discount?.endsAt ?? '') - Date.parse(trialEndsAt ?? '')) / 86_400_000
    expect(days).toBeGreaterThan(58)
    for (let month = 0; month < 4; month += 1) {
      bench.app.clock.advance({ days: month === 0 ? 7 : 31 })
      await bench.tick()
    }
    expect((await bench.invoices('twice')).map(({ total }) => total)).toEqual([
      1_700, 1_700, 2_000, 2_000,
    ])
  })

  it('ends with its last period, even if the first period is not paid yet', async () => {
    await coupon('SOON', { duration: 'repeating', durationInPeriods: 2 })
    await bench.customer('soon')
    await bench.subscribe('soon', 'pro', { couponCode: 'SOON' })
    const [waiting] = await bench.list('soon')
    expect(waiting?.status).toBe('incomplete')
    await bench.payer('paid')
    const { discount } = await bench.subscribed('paid', 'pro', { couponCode: 'SOON' })
    expect(waiting?.discount?.endsAt).toBe(discount?.endsAt)
  })

  it('counts a change that starts a new period', async () => {
    const twice = { duration: 'repeating', durationInPeriods: 2 }
    await coupon('LEAP', twice)
    await bench.payer('leap')
    const { id } = await bench.subscribed('leap', 'pro', { couponCode: 'LEAP' })
    const params = { id }
    const year = { planId: 'yearly', when: 'now' }
    // The coupon is used up by then, so the bill after the change is not discounted.
    expect(await bench.app.ok('previewSubscriptionChange', { params, body: year })).toMatchObject({
      nextAmount: 12_000,
    })
    await bench.app.ok('changeSubscription', { params, body: year })
    const changed = await bench.get(id)
    expect(changed.discount?.endsAt).toBe(changed.currentBillingPeriodEnd)
    await bench.app.ok('changeSubscription', { params, body: { planId: 'pro', when: 'now' } })
    expect((await bench.get(id)).discount).toBeNull()
    const [, whole, month] = await bench.invoices('leap')
    expect(whole?.discount).toBeGreaterThan(0)
    expect(month?.discount).toBe(0)
  })

  it('without an end applies to every bill', async () => {
    await coupon('ALWAYS', { duration: 'forever', percentOff: 100 })
    await bench.customer('always')
    const outcome = await bench.subscribe('always', 'pro', { couponCode: 'ALWAYS' })
    expect(outcome).toMatchObject({ kind: 'created_no_charge', invoiceId: expect.any(String) })
    bench.app.clock.advance({ days: 31 })
    await bench.tick()
    expect(await bench.invoices('always')).toMatchObject([
      { status: 'paid', total: 0, discount: 2_000 },
      { status: 'paid', total: 0, discount: 2_000 },
    ])
    const [subscription] = await bench.list('always')
    expect(subscription?.discount).toMatchObject({ endsAt: null })
  })

  it('gets its redemption back if the subscription never started', async () => {
    await coupon('BACK', { maxRedemptions: 1 })
    await bench.customer('back')
    await bench.subscribe('back', 'pro', { couponCode: 'BACK' })
    expect(await redemptions('BACK')).toBe(1)
    await bench.customer('other')
    expect(await bench.refused('other', 'pro', { couponCode: 'BACK' })).toMatchObject({
      status: 409,
      code: 'coupon_used_up',
    })
    bench.app.clock.advance({ hours: 23 })
    await bench.tick()
    expect(await redemptions('BACK')).toBe(0)
    expect(await bench.subscribe('other', 'pro', { couponCode: 'BACK' })).toMatchObject({
      kind: 'requires_form',
      amount: 1_500,
    })
  })

  it('can be redeemed again by the subscription that replaces one with a declined card', async () => {
    await coupon('AGAIN', { maxRedemptions: 1 })
    await bench.customer('again')
    await bench.card('again', 'fails_later')
    await bench.refused('again', 'pro', { couponCode: 'AGAIN' })
    await bench.card('again')
    expect(await bench.subscribe('again', 'pro', { couponCode: 'AGAIN' })).toMatchObject({
      amount: 1_500,
    })
    expect(await redemptions('AGAIN')).toBe(1)
  })

  it('is refused in another currency', async () => {
    await coupon('EURO', { percentOff: undefined, amountOff: 5, currency: 'eur' })
    await bench.payer('wrong')
    expect(await bench.refused('wrong', 'pro', { couponCode: 'EURO' })).toMatchObject({
      status: 409,
      code: 'currency_mismatch',
    })
    expect(await bench.list('wrong')).toEqual([])
  })

  it('expires for new redemptions only', async () => {
    await coupon('SHORT', {
      duration: 'forever',
      expiresAt: new Date(bench.app.clock.now().getTime() + 86_400_000).toISOString(),
    })
    await bench.payer('short')
    await bench.subscribe('short', 'pro', { couponCode: 'SHORT' })
    bench.app.clock.advance({ days: 31 })
    await bench.tick()
    expect((await bench.invoices('short')).map(({ total }) => total)).toEqual([1_500, 1_500])
    await bench.payer('late')
    expect(await bench.refused('late', 'pro', { couponCode: 'SHORT' })).toMatchObject({
      status: 409,
      code: 'coupon_expired',
    })
  })
})

describe('usage that is withdrawn after it was billed', () => {
  const track = (customerId: string, quantity: number) =>
    bench.app.ok<{ results: { eventId: string }[] }>('trackUsage', {
      body: { events: [{ customerId, eventName: 'call.made', quantity }] },
    })

  it('is credited at its discounted price', async () => {
    await coupon('USED', { duration: 'forever', percentOff: 50 })
    await bench.payer('used')
    await bench.subscribed('used', 'metered', { couponCode: 'USED' })
    const { results } = await track('used', 100)
    bench.app.clock.advance({ days: 31 })
    await bench.tick()
    await bench.app.ok('reverseUsageEvent', { params: { id: results[0]?.eventId ?? '' } })
    bench.app.clock.advance({ days: 31 })
    await bench.tick()
    const [, billed, corrected] = await bench.invoices('used')
    // Half of the base fee of 500 and half of 100 calls for 200.
    expect(billed?.total).toBe(350)
    expect(corrected?.total).toBe(250 - 100)
  })
})
