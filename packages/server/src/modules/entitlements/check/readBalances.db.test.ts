import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatAmount } from '../../../kernel/amount.ts'
import { bucketOf } from '../../../kernel/bucket.ts'
import { customerMapKey } from '../../../kernel/customerMapKey.ts'
import { withPipeline } from '../../../platform/db/batch/withPipeline.ts'
import { holdCredits } from '../../credits/reservations/reserveCredits.ts'
import { type CreditBench, startCreditBench } from '../../credits/testing/creditBench.ts'
import { holdRequest } from '../../credits/testing/walletBench.ts'
import { requireCreditCurrency } from '../../credits/wallet/withWallet.ts'
import { readBalances } from './readBalances.ts'

let bench: CreditBench
let creditCurrencyId: string
beforeEach(async () => {
  bench = await startCreditBench()
  const found = await bench.run((tx, scope) => requireCreditCurrency(tx, scope, 'ink'))
  creditCurrencyId = found.creditCurrencyId
})
afterEach(() => bench.stop())

async function balance(customerId = 'jane'): Promise<string | undefined> {
  const { environmentId } = bench.app.sandbox
  const bucket = bucketOf(environmentId, customerId)
  const mapKey = customerMapKey({ environmentId, customerId })
  const key = { environmentId, customerId, creditCurrencyId, bucket, mapKey }
  const { balances } = await withPipeline(bench.app.pool, 'read', async (session) => ({
    result: await readBalances(session, new Map([['hers', key]]), bench.app.clock.now()),
  }))
  const found = balances.get('hers')
  return found && formatAmount(found.balance)
}

const hold = (amount: number, rule: 'block' | 'overdraft', expiresInSeconds: number) =>
  bench.run((tx, scope) =>
    holdCredits(tx, scope, {
      customerId: 'jane',
      creditCurrencyId,
      ...holdRequest(amount, rule, expiresInSeconds),
    }),
  )

describe('balances', () => {
  it('match the wallet at every instant, even before due changes are recorded', async () => {
    expect(await balance()).toBeUndefined()
    await bench.grant(5, { expiresAt: '2026-01-15T12:00:10Z' })
    await bench.grant(5, { expiresAt: '2026-01-15T12:00:30Z', priority: 200 })
    await hold(7, 'block', 20)
    const voided = await bench.grant(4)
    await hold(4, 'block', 20)
    await bench.app.ok('voidGrant', { params: { id: voided.id } })
    await hold(6, 'overdraft', 20)
    for (const expected of ['-3', '-3', '5', '0', '0']) {
      expect(await balance()).toBe(expected)
      expect((await bench.wallet()).balance).toBe(Number(expected))
      bench.app.clock.advance({ seconds: 10 })
    }
    await bench.grant(1)
    expect(await balance()).toBe('1')
    await bench.expectSound()
  })

  it('follow the test clock of a customer', async () => {
    await bench.grant(5, { expiresAt: '2026-02-01T00:00:00Z' })
    await bench.app.pool.query(
      'INSERT INTO test_clocks (environment_id, id, frozen_time, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)',
      [bench.app.sandbox.environmentId, 'clk_future', '2026-02-01T00:00:00Z'],
    )
    const params = { customerId: 'jane' }
    await bench.app.ok('putCustomer', { params, body: { testClockId: 'clk_future' } })
    expect(await balance()).toBe('0')
  })
})
