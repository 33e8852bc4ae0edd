import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDefaultMethod } from '../read.ts'
import { type MethodBench, startMethodBench } from '../testing/methodBench.ts'
import { attachPaymentMethod } from './attachPaymentMethod.ts'
import { noticeExpiringMethods } from './noticeExpiringMethods.ts'

let bench: MethodBench
beforeAll(async () => {
  bench = await startMethodBench()
})
beforeEach(() => bench.reset())
afterEach(() => bench.expectSound())
afterAll(() => bench.stop())

const notice = () => noticeExpiringMethods(bench.app.db, bench.app.clock)
const charged = () =>
  bench.run((tx, { environmentId }) => findDefaultMethod(tx, environmentId, 'jane'))

describe('an expiring card', () => {
  it('is announced once, within 30 days of its expiry, and stays chargeable until then', async () => {
    await bench.attach({ expMonth: 2, expYear: 2026 })
    await bench.attach({ expMonth: 3, expYear: 2026 })
    await notice()
    expect(await bench.eventTypes()).toEqual(['attached', 'attached'])
    bench.app.clock.advance({ days: 15 })
    await Promise.all([notice(), notice()])
    await notice()
    expect(await bench.eventTypes()).toEqual(['attached', 'attached', 'expiring'])
    expect(await charged()).toMatchObject({ expMonth: 2 })
  })

  it('cannot be charged after its month, and the next attached card becomes the default', async () => {
    const { id } = await bench.attach({ expMonth: 1, expYear: 2026 })
    await notice()
    bench.app.clock.advance({ days: 17 })
    await notice()
    expect(await bench.list()).toMatchObject([{ id, status: 'expired', isDefault: true }])
    expect(await charged()).toBeNull()
    expect(await bench.eventTypes()).toEqual(['attached', 'expiring'])
    const next = await bench.attach()
    expect(await bench.defaultOf()).toBe(next.id)
  })

  it('is announced even if it had expired before the first run', async () => {
    await bench.attach({ expMonth: 1, expYear: 2026 })
    bench.app.clock.advance({ days: 60 })
    await notice()
    expect(await bench.eventTypes()).toEqual(['attached', 'expiring'])
  })

  it('becomes active with a new expiry date and is announced again before that date', async () => {
    const first = await bench.attach({ expMonth: 1, expYear: 2026 })
    bench.app.clock.advance({ days: 17 })
    await notice()
    const { providerMethodId } = first
    const renewed = {
      ...bench.provider.save('jane', { expMonth: 2, expYear: 2026 }),
      providerMethodId,
    }
    await bench.run((tx, scope) =>
      attachPaymentMethod(tx, scope, { customerId: 'jane', provider: 'sandbox', method: renewed }),
    )
    expect(await charged()).toMatchObject({ id: first.id, status: 'active' })
    await notice()
    expect(await bench.eventTypes()).toEqual(['attached', 'expiring', 'expiring'])
  })

  it("follows the customer's test clock", async () => {
    const { environmentId } = bench.app.sandbox
    await bench.app.pool.query(
      'INSERT INTO test_clocks (environment_id, id, frozen_time, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)',
      [environmentId, 'clock', '2025-06-01T00:00:00Z'],
    )
    await bench.app.ok('putCustomer', {
      params: { customerId: 'jane' },
      body: { testClockId: 'clock' },
    })
    await bench.attach({ expMonth: 12, expYear: 2025 })
    await notice()
    expect(await bench.eventTypes()).toEqual(['attached'])
    await bench.app.pool.query('UPDATE test_clocks SET frozen_time = $1', ['2026-01-01T00:00:00Z'])
    await notice()
    expect(await bench.list()).toMatchObject([{ status: 'expired' }])
  })

  it('is found among more cards than one batch holds', async () => {
    const CARDS = 130
    for (let each = 0; each < CARDS; each += 1) await bench.attach({ expMonth: 1, expYear: 2026 })
    await notice()
    expect((await bench.eventTypes()).filter((kind) => kind === 'expiring')).toHaveLength(CARDS)
  })

  it('is not announced if its customer was deleted', async () => {
    await bench.attach({ expMonth: 1, expYear: 2026 })
    await bench.app.ok('deleteCustomer', { params: { customerId: 'jane' } })
    await notice()
    expect(await bench.eventTypes()).toEqual(['attached'])
  })
})
