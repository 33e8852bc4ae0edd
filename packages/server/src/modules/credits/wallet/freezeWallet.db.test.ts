import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'
import { freezeWallet, unfreezeWallet } from './freezeWallet.ts'

let bench: CreditBench
beforeAll(async () => {
  bench = await startCreditBench()
})
afterAll(() => bench.stop())

describe('freezing a wallet', () => {
  it("uses the time of the customer's test clock", async () => {
    const { app } = bench
    const behind = new Date(app.clock.now().getTime() - 60 * 60 * 1000)
    await app.pool.query(
      'INSERT INTO test_clocks (environment_id, id, frozen_time, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)',
      [app.sandbox.environmentId, 'clk_behind', behind],
    )
    await app.ok('putCustomer', {
      params: { customerId: 'jane' },
      body: { testClockId: 'clk_behind' },
    })
    await bench.grant(5)
    const { id } = await bench.wallet()
    await bench.run((tx, scope) => freezeWallet(tx, scope, id))
    await bench.run((tx, scope) => unfreezeWallet(tx, scope, id))
    expect(await bench.grant(5)).toMatchObject({ createdAt: behind.toISOString() })
    await bench.expectSound()
  })
})
