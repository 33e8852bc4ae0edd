import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

/** Moves to the end of the period, where the subscription is renewed and charged. */
async function renew(id: string): Promise<void> {
  const { currentBillingPeriodEnd } = await bench.get(id)
  await bench.to(currentBillingPeriodEnd ?? '')
}

const lastBill = async (customerId: string) => {
  const invoice = (await bench.invoices(customerId)).at(-1)
  return {
    reason: invoice?.reason,
    status: invoice?.status,
    total: invoice?.total,
    lines: invoice?.lines.map(({ total }) => total),
  }
}

describe('a renewal', () => {
  it('bills the remaining add-ons with the plan and grants the credits of both', async () => {
    await bench.payer('addons')
    const { id } = await bench.subscribed('addons', 'small')
    await bench.addOn(id, 'boost')
    await bench.addOn(id, 'setup')
    await renew(id)
    expect(await lastBill('addons')).toEqual({
      reason: 'period',
      status: 'paid',
      total: 1_620,
      lines: [1_000, 620],
    })
    expect(await bench.balance('addons')).toBe(162)
    const [boost] = (await bench.get(id)).items.filter(({ cancelAt }) => cancelAt === null)
    await bench.removeAddOn(id, boost?.id ?? '', 'period_end')
    expect(await bench.balance('addons')).toBe(162)
    await renew(id)
    expect(await lastBill('addons')).toEqual({
      reason: 'period',
      status: 'paid',
      total: 1_000,
      lines: [1_000],
    })
    expect(await bench.balance('addons')).toBe(100)
    expect((await bench.get(id)).items.map(({ planId }) => planId)).not.toContain(boost?.planId)
  })

  it('bills a whole year if the interval changes to a year, and later years count from that instant', async () => {
    await bench.payer('yearly')
    const { id, currentBillingPeriodEnd } = await bench.subscribed('yearly', 'small')
    await bench.change(id, 'big-year', { when: 'period_end' })
    await renew(id)
    expect(await lastBill('yearly')).toMatchObject({ total: 30_000, lines: [30_000] })
    const renewed = await bench.get(id)
    expect(renewed).toMatchObject({
      pendingChange: null,
      billingAnchor: currentBillingPeriodEnd,
      currentBillingPeriodStart: currentBillingPeriodEnd,
    })
    const years = [currentBillingPeriodEnd, renewed.currentBillingPeriodEnd].map((at) =>
      new Date(at ?? '').getUTCFullYear(),
    )
    expect((years[1] ?? 0) - (years[0] ?? 0)).toBe(1)
    expect(await bench.balance('yearly')).toBe(0)
  })

  it('to another interval refuses add-ons that do not fit it', async () => {
    await bench.payer('too_short')
    const { id } = await bench.subscribed('too_short', 'small')
    await bench.change(id, 'big-year', { when: 'period_end' })
    const refusal = await bench.app.fails('addSubscriptionItem', {
      params: { id },
      body: { planId: 'boost' },
    })
    expect(refusal).toMatchObject({ status: 409, code: 'invalid_state' })
    expect(await bench.charges('too_short')).toHaveLength(1)
    await bench.change(id, 'small')
    expect(await bench.addOn(id, 'boost')).toMatchObject({ kind: 'charged_inline' })
  })

  it('bills the seats of the pending change', async () => {
    await bench.payer('seats')
    const { id } = await bench.subscribed('seats', 'seats', { quantities: { seats: 3 } })
    await renew(id)
    expect(await lastBill('seats')).toMatchObject({ total: 1_000 + 3 * 310 })
    await bench.change(id, 'seats', { quantities: { seats: 2 } })
    expect((await bench.get(id)).quantities).toEqual({ seats: 3 })
    await renew(id)
    expect(await lastBill('seats')).toMatchObject({ total: 1_000 + 2 * 310 })
    expect((await bench.get(id)).quantities).toEqual({ seats: 2 })
  })
})

describe('credits of a rule', () => {
  const plan = (slug: string, amount: number, rule: object, more: object = {}) =>
    bench.app.ok('createPlan', {
      body: {
        productId: 'app',
        name: slug,
        slug,
        currency: 'usd',
        interval: 'month',
        charges: [{ type: 'recurring', name: 'Fee', pricing: { model: 'flat', amount } }],
        grantRules: [{ creditCurrencyId: 'ink', cadence: 'billing_period', ...rule }],
        ...more,
      },
    })

  /**
   * Stays on the first plan for half a period, uses some credits, then switches to the second plan.
   */
  async function switched(customerId: string, from: string, to: string, used: number) {
    await bench.payer(customerId)
    const { id, currentBillingPeriodStart, currentBillingPeriodEnd } = await bench.subscribed(
      customerId,
      from,
    )
    if (used > 0) await bench.spend(customerId, used)
    const start = Date.parse(currentBillingPeriodStart ?? '')
    const half = (Date.parse(currentBillingPeriodEnd ?? '') - start) / 2
    bench.app.clock.advance({ seconds: half / 1_000 })
    await bench.change(id, to, { when: 'now' })
    return bench.balance(customerId)
  }

  it.each([
    // Half of 100 is earned, half of 300 is granted, and 20 were used.
    ['prorate', 20, 50 + 150 - 20],
    // 80 stay. Half of 300, minus the unearned half of 100, leaves 100.
    ['keep', 20, 80 + 100],
    // 80 are voided, and half of 300 is granted.
    ['void', 20, 150],
    // 30 more were used than earned, which reduces the new credits.
    ['void', 80, 150 - 30],
    ['prorate', 80, 50 + 150 - 80],
    ['keep', 80, 20 + 100],
  ])('with %s and %i used are %i after an upgrade', async (onChange, used, after) => {
    const name = `${onChange}-${used}`
    await plan(`${name}-from`, 1_000, { amount: 100, onChange })
    await plan(`${name}-to`, 3_000, { amount: 300, onChange })
    const balance = await switched(`c_${name}`, `${name}-from`, `${name}-to`, used)
    expect(balance).toBe(after)
  })

  it.each([
    ['prorate', 150 + 50],
    ['keep', 300],
    ['void', 50],
  ])('with %s are %i after an immediate downgrade', async (onChange, after) => {
    await plan(`${onChange}-more`, 3_000, { amount: 300, onChange })
    await plan(`${onChange}-less`, 1_000, { amount: 100, onChange })
    const customerId = `less_${onChange}`
    expect(await switched(customerId, `${onChange}-more`, `${onChange}-less`, 0)).toBe(after)
    const { rows } = await bench.app.pool.query<{ sum: string | null }>(
      'SELECT sum(amount) FROM pending_invoice_lines WHERE customer_id = $1',
      [customerId],
    )
    // 1,500 are credited and 500 are charged. With `keep`, the unearned third of the credits is
    // paid for.
    expect(Number(rows[0]?.sum)).toBe(onChange === 'keep' ? 0 : -1_000)
  })

  it('follow the new plan from the next drip on, and nothing is granted twice', async () => {
    const drip = (slug: string, price: number, amount: number) =>
      plan(slug, price, { amount, cadence: 'month', expires: 'never' }, { interval: 'year' })
    await drip('drip-from', 12_000, 50)
    await drip('drip-to', 24_000, 80)
    await bench.payer('dripped')
    const { id, currentBillingPeriodStart } = await bench.subscribed('dripped', 'drip-from')
    const month = (count: number, day = 0) => {
      const at = new Date(currentBillingPeriodStart ?? '')
      return new Date(
        Date.UTC(
          at.getUTCFullYear(),
          at.getUTCMonth() + count,
          at.getUTCDate() + day,
          at.getUTCHours(),
          at.getUTCMinutes(),
        ),
      ).toISOString()
    }
    expect(await bench.balance('dripped')).toBe(50)
    await bench.to(month(1))
    const second = await bench.balance('dripped')
    await bench.to(month(1, 1))
    await bench.change(id, 'drip-to')
    const changed = await bench.balance('dripped')
    await bench.change(id, 'drip-to')
    await bench.tick()
    expect(await bench.balance('dripped')).toBe(changed)
    // This is at most the credits that both plans would have granted this month.
    expect(changed).toBeLessThanOrEqual(second + 80)
    await bench.to(month(2))
    const third = await bench.balance('dripped')
    await bench.to(month(3))
    expect((await bench.balance('dripped')) - third).toBe(third - changed)
    expect(third - changed).toBe(80)
  })
})
