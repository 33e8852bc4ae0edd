import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { formatAmount } from '../../../kernel/amount.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { type BenchEvent, startUsageBench } from '../testing/usageBench.ts'
import { markUsageBilled } from './markUsageBilled.ts'
import { listUnbilledUsage } from './unbilledUsage.sql.ts'

let bench: Awaited<ReturnType<typeof startUsageBench>>
beforeAll(async () => {
  bench = await startUsageBench()
})
afterAll(() => bench.app.stop())
afterEach(async () => {
  expect(await bench.breaches()).toEqual([])
})

const run = <T>(work: (tx: Tx) => Promise<T>) => withTransaction(bench.app.db, work)

const subscriptionIds = async (customerId: string): Promise<string[]> => {
  const { rows } = await bench.app.pool.query<{ id: string }>(
    'SELECT id FROM subscriptions WHERE customer_id = $1',
    [customerId],
  )
  return rows.map(({ id }) => id)
}

const unbilled = async (customerId: string, before: Date | null = null) => {
  const ids = await subscriptionIds(customerId)
  const { environmentId } = bench.app.sandbox.scope()
  return run((tx) =>
    listUnbilledUsage(tx, environmentId, { customerId, subscriptionIds: ids, before }),
  )
}
const shown = async (customerId: string) =>
  (await unbilled(customerId)).map(({ quantity, billed }) => [
    formatAmount(quantity),
    formatAmount(billed),
  ])
/** Bills all unbilled usage, as an invoice does. */
const bill = async (customerId: string, before: Date | null = null) => {
  const usage = await unbilled(customerId, before)
  await run((tx) => markUsageBilled(tx, bench.app.sandbox.scope(), customerId, usage))
}
const images = (quantity: number, more: Partial<BenchEvent> = {}): BenchEvent => ({
  eventName: 'image.generated',
  quantity,
  ...more,
})

it('billed usage is not billed again, and later usage is', async () => {
  const id = await bench.customer('bill-1', { plans: ['postpaid'] })
  await bench.accept(id, images(4))
  const [row] = await unbilled(id)
  expect(row).toMatchObject({
    subscriptionId: (await subscriptionIds(id))[0],
    planVersion: 1,
    period: { start: new Date('2026-01-15T12:00:00Z'), end: new Date('2026-02-15T12:00:00Z') },
  })
  expect(await shown(id)).toEqual([['4', '0']])
  await bill(id)
  expect(await shown(id)).toEqual([])
  // Twice, because the second event is computed from memory.
  await bench.accept(id, images(2))
  await bench.accept(id, images(3))
  expect(await shown(id)).toEqual([['9', '4']])
  await bill(id)
  await bench.accept(id, images(1))
  expect(await shown(id)).toEqual([['10', '9']])
})

it('usage that arrives while an invoice is written is billed by the next invoice', async () => {
  const id = await bench.customer('bill-2', { plans: ['postpaid'] })
  await bench.accept(id, images(4))
  const usage = await unbilled(id)
  await bench.accept(id, images(5))
  await run((tx) => markUsageBilled(tx, bench.app.sandbox.scope(), id, usage))
  expect(await shown(id)).toEqual([['9', '4']])
})

it('reversing a billed event leaves a quantity below the billed quantity', async () => {
  const id = await bench.customer('bill-3', { plans: ['postpaid'] })
  const { eventId } = await bench.accept(id, images(4))
  await bench.accept(id, images(1))
  await bill(id)
  await bench.app.ok('reverseUsageEvent', { params: { id: eventId } })
  expect(await shown(id)).toEqual([['1', '5']])
  await bill(id)
  expect(await shown(id)).toEqual([])
})

it('lists the usage of a period once the period is over', async () => {
  const id = await bench.customer('bill-4', { plans: ['postpaid'] })
  await bench.accept(id, images(4))
  expect(await unbilled(id, new Date('2026-02-15T11:59:59Z'))).toEqual([])
  expect(await unbilled(id, new Date('2026-02-15T12:00:00Z'))).toHaveLength(1)
})

it('lists only the usage of the given customer and subscriptions', async () => {
  const id = await bench.customer('bill-5', { plans: ['postpaid'] })
  const other = await bench.customer('bill-6', { plans: ['postpaid'] })
  await bench.accept(id, images(4))
  const { environmentId } = bench.app.sandbox.scope()
  const ids = await subscriptionIds(id)
  const read = (customerId: string, some: readonly string[]) =>
    run((tx) =>
      listUnbilledUsage(tx, environmentId, { customerId, subscriptionIds: some, before: null }),
    )
  expect(await read(id, ids)).toHaveLength(1)
  expect(await read(other, ids)).toEqual([])
  expect(await read(id, [])).toEqual([])
})

it('metrics that do not add up are billed by their value', async () => {
  const id = await bench.customer('bill-7', { plans: ['metered'] })
  const events: BenchEvent[] = [
    { eventName: 'storage.measured', properties: { bytes: 50 } },
    { eventName: 'user.seen', properties: { user: 'a' } },
    { eventName: 'level.set', quantity: 7 },
    images(3, { properties: { model: 'large' } }),
    images(9, { properties: { model: 'small' } }),
  ]
  for (const event of events) await bench.accept(id, event)
  expect(await shown(id)).toEqual([
    ['50', '0'],
    ['1', '0'],
    ['7', '0'],
    ['3', '0'],
  ])
  await bill(id)
  for (const event of [
    { eventName: 'storage.measured', properties: { bytes: 40 } },
    { eventName: 'user.seen', properties: { user: 'a' } },
    { eventName: 'user.seen', properties: { user: 'b' } },
    { eventName: 'level.set', quantity: 2 },
  ]) {
    await bench.accept(id, event)
  }
  expect(await shown(id)).toEqual([
    ['2', '1'],
    ['2', '7'],
  ])
})
