import type { TestClock } from '@purser/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionOf } from '../../../platform/db/session.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomers } from '../lock/lockCustomers.ts'
import { type ClockBench, startClockBench } from '../testing/clockBench.ts'

const MARCH = '2031-03-01T00:00:00.000Z'
const APRIL = '2031-04-01T00:00:00.000Z'

let bench: ClockBench
beforeAll(async () => {
  bench = await startClockBench()
})
afterAll(async () => {
  await bench.expectSound()
  await bench.stop()
})

const to = (id: string, instant: string) => ({ params: { id }, body: { to: instant } })
const putOn = (customerId: string, testClockId: string | null) => ({
  params: { customerId },
  body: { testClockId },
})

describe('a test clock', () => {
  it('is created with the given time and the status ready, and can be read', async () => {
    const created = await bench.clock(MARCH, 'Leap years')
    expect(created).toMatchObject({ name: 'Leap years', frozenTime: MARCH, status: 'ready' })
    expect(await bench.clockNow(created.id)).toEqual(created)
    const second = await bench.clock('1999-12-31T23:59:59Z')
    expect(second.name).toBeNull()
    const { data } = await bench.app.ok<{ data: TestClock[] }>('listTestClocks', {
      query: { limit: 1 },
    })
    expect(data).toEqual([second])
  })

  it('is advanced by a job: the response is immediate, and the clock is ready at the end', async () => {
    const { id } = await bench.clock(MARCH)
    expect(await bench.send(id, APRIL)).toMatchObject({ status: 'advancing', frozenTime: MARCH })
    await bench.drain()
    expect(await bench.clockNow(id)).toMatchObject({ status: 'ready', frozenTime: APRIL })
  })

  it('stays ready when it is already at the target', async () => {
    const { id } = await bench.clock(MARCH)
    expect(await bench.send(id, MARCH)).toMatchObject({ status: 'ready', frozenTime: MARCH })
  })

  it('cannot move back, start a second advance, or advance by more than ten years', async () => {
    const clock = await bench.clock(MARCH)
    const refused = async (instant: string) =>
      (await bench.app.fails('advanceTestClock', to(clock.id, instant))).code
    expect(await refused('2031-02-28T23:59:59.999Z')).toBe('clock_moved_back')
    expect(await refused('2041-06-01T00:00:00Z')).toBe('invalid_request')
    expect(await bench.clockNow(clock.id)).toEqual(clock)
    await bench.send(clock.id, APRIL)
    expect(await refused('2031-05-01T00:00:00Z')).toBe('invalid_state')
    expect(await refused(APRIL)).toBe('invalid_state')
    await bench.drain()
    expect(await refused(MARCH)).toBe('clock_moved_back')
  })

  it('is not found by another id or by another merchant', async () => {
    const { id } = await bench.clock(MARCH)
    const { full } = bench.app.other.sandbox.keys
    for (const call of [to('clk_none', APRIL), { ...to(id, APRIL), key: full }]) {
      expect(await bench.app.fails('advanceTestClock', call)).toMatchObject({ code: 'not_found' })
    }
    expect(await bench.app.fails('getTestClock', { params: { id: 'clk_none' } })).toMatchObject({
      code: 'not_found',
    })
  })

  it('does not exist in live environments', async () => {
    const { full: key } = bench.app.live.keys
    const { id } = await bench.clock(MARCH)
    for (const [operation, call] of [
      ['createTestClock', { body: { frozenTime: MARCH } }],
      ['listTestClocks', {}],
      ['getTestClock', { params: { id } }],
      ['advanceTestClock', to(id, APRIL)],
    ] as const) {
      expect(await bench.app.fails(operation, { ...call, key })).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    }
  })
})

describe('a customer', () => {
  it('joins and leaves a clock only while it is not advancing', async () => {
    const { id } = await bench.clock(MARCH)
    await bench.customer('inside', { testClockId: id })
    await bench.customer('outside')
    await bench.send(id, APRIL)
    expect(await bench.app.fails('putCustomer', putOn('outside', id))).toMatchObject({
      code: 'invalid_state',
    })
    expect(await bench.app.fails('putCustomer', putOn('inside', null))).toMatchObject({
      code: 'invalid_state',
    })
    // Other fields can be changed.
    await bench.app.ok('putCustomer', {
      params: { customerId: 'inside' },
      body: { name: 'In', testClockId: id },
    })
    await bench.drain()
    await bench.app.ok('putCustomer', putOn('outside', id))
    await bench.app.ok('putCustomer', putOn('inside', null))
  })

  it('keeps the same time for the duration of a transaction', async () => {
    const { id } = await bench.clock(MARCH)
    await bench.app.ok('putCustomer', putOn('held', id))
    const { environmentId } = bench.app.sandbox
    const key = { environmentId, customerId: 'held' }
    const mover = await bench.app.pool.connect()
    const { rows } = await mover.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const waits = async (): Promise<boolean> => {
      const blocked = 'SELECT cardinality(pg_blocking_pids($1)) > 0 AS waits'
      return (await bench.app.pool.query(blocked, [rows[0]?.pid])).rows[0].waits
    }
    let isMoved = false
    let moved: Promise<unknown> | null = null
    await withTransaction(bench.app.db, async (tx) => {
      const [first] = await lockCustomers(sessionOf(tx), [key])
      moved = mover
        .query('UPDATE test_clocks SET frozen_time = $1 WHERE id = $2', [APRIL, id])
        .then(() => {
          isMoved = true
        })
        .finally(() => mover.release())
      while (!isMoved && !(await waits()));
      const [again] = await lockCustomers(sessionOf(tx), [key])
      expect(again?.frozenTime).toEqual(first?.frozenTime)
    })
    await moved
    expect(await bench.clockNow(id)).toMatchObject({ frozenTime: APRIL })
  })

  it('cannot change clocks while a subscription is billed', async () => {
    const { id } = await bench.clock(MARCH)
    await bench.customer('billed')
    await bench.subscribe('billed')
    await bench.app.pool.query(
      `UPDATE subscriptions SET product_id = (SELECT id FROM products WHERE slug = 'app')
       WHERE customer_id = 'billed'`,
    )
    expect(await bench.app.fails('putCustomer', putOn('billed', id))).toMatchObject({
      code: 'invalid_state',
    })
    await bench.app.pool.query(
      `UPDATE subscriptions SET status = 'canceled' WHERE customer_id = 'billed'`,
    )
    await bench.app.ok('putCustomer', putOn('billed', id))
    await bench.customer('attached')
    await bench.subscribe('attached')
    await bench.app.ok('putCustomer', putOn('attached', id))
  })
})
