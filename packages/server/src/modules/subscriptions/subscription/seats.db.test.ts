import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import {
  type CheckBench,
  callQuota,
  startCheckBench,
} from '../../entitlements/testing/checkBench.ts'
import { findSubscription } from '../read.ts'
import { saveSubscription } from './saveSubscription.ts'
import type { Quantities, SubscriptionRecord } from './subscription.core.ts'

let bench: CheckBench
beforeAll(async () => {
  bench = await startCheckBench()
})
afterAll(() => bench.app.stop())
afterEach(async () => {
  expect(await checkInvariants(bench.app.pool, bench.app.app.invariants)).toEqual([])
})

const perSeat = (featureSlug: string, quantity = 2) => ({
  type: 'recurring',
  name: 'Seats',
  featureSlug,
  quantity,
  pricing: { model: 'per_unit', unitAmount: '100' },
})

/** Puts a customer on a plan, and returns a function that changes the billed seats. */
async function subscribe(planId: string) {
  const customerId = await bench.customer()
  const { id } = await bench.attach(customerId, planId)
  const save = (changes: Partial<SubscriptionRecord>) =>
    withTransaction(bench.app.db, async (tx) => {
      const scope = bench.app.sandbox.scope()
      const record = await findSubscription(tx, scope.environmentId, id)
      if (!record) throw new Error('the subscription does not exist')
      await saveSubscription(tx, scope, { ...record, ...changes }, scope.now)
    })
  const product = await bench.app.ok<{ id: string }>('getProduct', { params: { id: 'app' } })
  const bill = (quantities: Quantities) =>
    save({ productId: product.id, quantities, currentPeriodStart: bench.app.clock.now() })
  return { customerId, save, bill }
}

const subscriber = async (entitlements: object[], charges: object[]) =>
  subscribe(await bench.plan(entitlements, { charges }))

const seatsOf = async (customerId: string, featureSlug: string) =>
  (await bench.probe(customerId, featureSlug)) as unknown as Record<string, unknown>

it('a quota equals the number of billed seats', async () => {
  const { customerId, bill } = await subscriber(
    [callQuota(50, { period: 'month' })],
    [perSeat('calls')],
  )
  expect(await bench.check(customerId, 'calls', 50)).toMatchObject({ access: true })
  await bill({ calls: 3 })
  expect(await bench.check(customerId, 'calls', 3)).toMatchObject({ access: true })
  expect(await bench.check(customerId, 'calls', 4)).toMatchObject({ access: false })
  await bench.track(customerId, 'call')
  await bench.track(customerId, 'call')
  await bench.track(customerId, 'call')
  expect(await bench.check(customerId, 'calls')).toMatchObject({ access: false })
  await bill({ calls: 5 })
  expect(await bench.check(customerId, 'calls', 2)).toMatchObject({ access: true })
})

it('a value equals the number of seats, or the plan’s default', async () => {
  const { customerId, bill } = await subscriber([], [perSeat('seats')])
  await bill({})
  expect(await seatsOf(customerId, 'seats')).toMatchObject({ value: 2 })
  await bill({ seats: 9 })
  expect(await seatsOf(customerId, 'seats')).toMatchObject({ value: 9 })
})

it('seats of a feature that the plan does not list are a limit without a reset', async () => {
  const { customerId, bill } = await subscriber([], [perSeat('calls')])
  await bill({ calls: 1 })
  await bench.track(customerId, 'call')
  bench.app.clock.advance({ days: 70 })
  expect(await bench.check(customerId, 'calls')).toMatchObject({ access: false })
  await bill({ calls: 2 })
  expect(await bench.check(customerId, 'calls')).toMatchObject({ access: true })
})

it('each customer is limited by their number of seats', async () => {
  const planId = await bench.plan([callQuota(1, { period: 'month' })], {
    charges: [perSeat('calls')],
  })
  const [few, many] = [await subscribe(planId), await subscribe(planId)]
  await few.bill({ calls: 1 })
  await many.bill({ calls: 2 })
  for (const { customerId } of [few, many]) await bench.track(customerId, 'call')
  const second = await Promise.all(
    [few, many].map(({ customerId }) => bench.track(customerId, 'call')),
  )
  expect(second).toMatchObject([{ rejections: [{ reason: 'limit_exceeded' }] }, { accepted: 1 }])
})

it('an attached plan that is not billed grants its own limits', async () => {
  const { customerId, save } = await subscriber(
    [callQuota(4, { period: 'month' })],
    [perSeat('calls')],
  )
  await save({ quantities: { calls: 99 } })
  expect(await bench.check(customerId, 'calls', 4)).toMatchObject({ access: true })
  expect(await bench.check(customerId, 'calls', 5)).toMatchObject({ access: false })
})
