import type { Subscription } from '@purser/contract'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ChangeBench, startChangeBench } from '../testing/changeBench.ts'

let bench: ChangeBench
beforeAll(async () => {
  bench = await startChangeBench()
})
afterAll(() => bench.stop())
afterEach(() => bench.expectSound())

/** The length of a subscription's current period. */
const lengthOf = (subscription: Subscription): number =>
  (Date.parse(subscription.currentBillingPeriodEnd ?? '') -
    Date.parse(subscription.currentBillingPeriodStart ?? '')) /
  1000

const PRICES = { small: 1_000, big: 3_000 } as const
type PlanName = keyof typeof PRICES

/** The total that a customer paid: charges minus credits on the next invoice. */
async function paidBy(customerId: string): Promise<number> {
  const charges = await bench.charges(customerId)
  const { rows } = await bench.app.pool.query<{ amount: number }>(
    `SELECT coalesce(sum(amount), 0)::int AS amount FROM pending_invoice_lines
     WHERE customer_id = $1 AND invoice_id IS NULL`,
    [customerId],
  )
  const paid = charges.reduce((sum, { amount }) => sum + amount, 0)
  return paid + (rows[0]?.amount ?? 0)
}

/**
 * Switches between two plans that sell a credit for ten cents, and spends credits. Returns the
 * totals.
 */
async function switchAround(
  customerId: string,
  steps: readonly { seconds: number; share: number }[],
  { couponCode, amountOff = 0 }: { couponCode?: string; amountOff?: number } = {},
): Promise<{ paid: number; spent: number; price: number }> {
  await bench.payer(customerId)
  const subscription = await bench.subscribed(customerId, 'small', couponCode ? { couponCode } : {})
  const { id } = subscription
  const whole = lengthOf(subscription)
  let plan: PlanName = 'small'
  let left = whole
  let price = 0
  let spent = 0
  const spend = async (share: number) => {
    const amount = Math.floor((await bench.balance(customerId)) * share)
    if (amount === 0) return
    await bench.spend(customerId, amount)
    spent += amount
  }
  for (const { seconds, share } of steps) {
    await spend(share)
    bench.app.clock.advance({ seconds })
    left -= seconds
    price += (PRICES[plan] - amountOff) * (seconds / whole)
    plan = plan === 'small' ? 'big' : 'small'
    await bench.change(id, plan, { when: 'now' })
  }
  await spend(1)
  return {
    paid: await paidBy(customerId),
    spent,
    price: price + (PRICES[plan] - amountOff) * (left / whole),
  }
}

const steps = (share: fc.Arbitrary<number>) =>
  fc.array(fc.record({ seconds: fc.integer({ min: 1, max: 230_000 }), share }), {
    minLength: 10,
    maxLength: 10,
  })

let number = 0
const nextCustomer = () => {
  number += 1
  return `switcher_${number}`
}

it('a customer who switches ten times and uses no credits pays for the time on each plan', async () => {
  await fc.assert(
    fc.asyncProperty(steps(fc.constant(0)), async (taken) => {
      const { paid, price, spent } = await switchAround(nextCustomer(), taken)
      expect(Math.abs(paid - price)).toBeLessThanOrEqual(2)
      // Credits accrue with time only.
      expect(spent).toBeLessThanOrEqual(price / 10 + 1)
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

it('an amount-off coupon applies once per period, however often the customer switches', async () => {
  const amountOff = 500
  await bench.app.ok('createCoupon', {
    body: { code: 'LESS', amountOff, currency: 'usd', duration: 'forever' },
  })
  const taken = Array.from({ length: 10 }, () => ({ seconds: 200_000, share: 0 }))
  const { paid, price } = await switchAround(nextCustomer(), taken, {
    couponCode: 'LESS',
    amountOff,
  })
  expect(Math.abs(paid - price)).toBeLessThanOrEqual(5)
})

it('a customer who switches plans and spends credits always pays at least their price', async () => {
  await fc.assert(
    fc.asyncProperty(steps(fc.constantFrom(0, 0.5, 1, 1)), async (taken) => {
      const { paid, price, spent } = await switchAround(nextCustomer(), taken)
      expect(paid).toBeGreaterThanOrEqual(spent * 10 - 2)
      expect(paid).toBeGreaterThanOrEqual(price - 2)
    }),
    { numRuns: 3, endOnFailure: true },
  )
})

it('credits that were used in advance reduce the credit for unused time', async () => {
  await bench.payer('ahead')
  const subscription = await bench.subscribed('ahead', 'big')
  const { id } = subscription
  await bench.spend('ahead', 300)
  bench.app.clock.advance({ seconds: lengthOf(subscription) / 2 })
  const preview = await bench.preview(id, 'seats', { when: 'now', quantities: { seats: 1 } })
  expect(preview.prorationLines.filter(({ kind }) => kind === 'credit')).toMatchObject([
    { subtotal: -1_500 },
  ])
  // All 150 credits of the other half were used, so the credit for that half is withheld.
  expect(preview.subtotal).toBe(655)
  await bench.change(id, 'seats', { when: 'now', quantities: { seats: 1 } })
  expect(await bench.balance('ahead')).toBe(0)
  expect((await bench.charges('ahead')).map(({ amount }) => amount)).toEqual([3_000, 655])
})
