import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { startUsageBench } from '../../usage/testing/usageBench.ts'
import { findSubscription } from '../read.ts'
import { loadPlan } from './loadPlan.ts'

let bench: Awaited<ReturnType<typeof startUsageBench>>
beforeAll(async () => {
  bench = await startUsageBench()
})
afterAll(() => bench.app.stop())

/** Attaches a plan to a new customer and loads it. */
async function loaded(slug: string) {
  const customerId = await bench.customer(`on-${slug}`, { plans: [slug] })
  const { rows } = await bench.app.pool.query<{ id: string }>(
    'SELECT id FROM subscriptions WHERE customer_id = $1',
    [customerId],
  )
  const { environmentId } = bench.app.sandbox
  return withTransaction(bench.app.db, async (tx) => {
    const subscription = await findSubscription(tx, environmentId, rows[0]?.id ?? '')
    if (!subscription) throw new Error('the subscription does not exist')
    return loadPlan(tx, environmentId, subscription)
  })
}

it('a plan is loaded with the metrics whose charges bill only usage that credits do not cover', async () => {
  const overflow = await loaded('overflow')
  expect(overflow.overflowMetricIds).toEqual([overflow.charges[0]?.metricId])
  expect((await loaded('both')).overflowMetricIds).toEqual([])
  expect((await loaded('postpaid')).overflowMetricIds).toEqual([])
})

it('a plan is loaded with the types of its features that are sold by the seat', async () => {
  const perSeat = { type: 'recurring', pricing: { model: 'per_unit', unitAmount: '1' } }
  await bench.app.ok('createFeature', { body: { name: 'Size', slug: 'size', type: 'config' } })
  await bench.app.ok('createPlan', {
    body: {
      productId: 'app',
      name: 'Team',
      slug: 'team',
      currency: 'usd',
      interval: 'month',
      charges: [
        { ...perSeat, name: 'Size', featureSlug: 'size' },
        { ...perSeat, name: 'Calls', featureSlug: 'calls' },
        { ...perSeat, name: 'Base' },
      ],
    },
  })
  expect((await loaded('team')).seatTypes).toEqual({ size: 'config', calls: 'metered' })
})
