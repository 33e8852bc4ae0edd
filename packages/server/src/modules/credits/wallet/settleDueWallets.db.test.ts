import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseAmount } from '../../../kernel/amount.ts'
import { reserveCredits } from '../reservations/reserveCredits.ts'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'
import { settleDueWallets } from './settleDueWallets.ts'

let bench: CreditBench
beforeEach(async () => {
  bench = await startCreditBench()
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

const sweep = () => settleDueWallets(bench.app.db, bench.app.clock)
const ledgerOf = async (customerId: string) => (await bench.ledger({ customerId })).length
const due = async () => {
  const { rows } = await bench.app.pool.query<{ due: number }>(
    'SELECT count(*)::int AS due FROM credit_accounts WHERE next_due_at <= $1',
    [bench.app.clock.now()],
  )
  return rows[0]?.due
}

describe('the sweep', () => {
  it('expires grants and releases reservations of idle wallets', async () => {
    await bench.grant(5, { expiresAt: '2026-01-15T12:00:10Z' })
    await bench.grant(5)
    await bench.run((tx, scope) =>
      reserveCredits(tx, scope, {
        customerId: 'jane',
        creditCurrencyId: 'ink',
        amount: parseAmount(7),
        expiresInSeconds: 20,
      }),
    )
    await sweep()
    expect(await bench.rows()).toHaveLength(4)
    bench.app.clock.advance({ seconds: 20 })
    await Promise.all([sweep(), sweep()])
    expect(await bench.rows()).toEqual([
      'CREDIT GRANT 5 → 5',
      'CREDIT GRANT 5 → 10',
      'HOLD RESERVATION_HOLD 5 → 5',
      'HOLD RESERVATION_HOLD 2 → 3',
      'RELEASE RESERVATION_RELEASE 5 → 8',
      'EXPIRE EXPIRATION 5 → 3',
      'RELEASE RESERVATION_RELEASE 2 → 5',
    ])
    expect(await bench.events()).toEqual(
      expect.arrayContaining(['reservation.expired', 'credits.expired']),
    )
    expect(await due()).toBe(0)
  })

  it('processes everything due while a second sweep runs, and skips deleted customers', async () => {
    const { app } = bench
    const customers = Array.from({ length: 130 }, (_, at) => `customer ${at}`)
    for (const customerId of customers) {
      await app.ok('putCustomer', { params: { customerId }, body: {} })
      await bench.grant(1, { customerId, expiresAt: '2026-01-15T12:00:10Z' })
    }
    await app.ok('deleteCustomer', { params: { customerId: 'customer 7' } })
    app.clock.advance({ seconds: 10 })
    await Promise.all([sweep(), sweep()])
    const { rows } = await app.pool.query<{ expired: number }>(
      `SELECT count(*)::int AS expired FROM credit_ledger WHERE type = 'EXPIRE'`,
    )
    expect(rows[0]?.expired).toBe(129)
  })

  it("uses the customer's test clock", async () => {
    const { app } = bench
    for (const [id, time] of [
      ['clk_past', '2026-01-01T00:00:00Z'],
      ['clk_future', '2027-01-01T00:00:00Z'],
    ] as const) {
      await app.pool.query(
        'INSERT INTO test_clocks (environment_id, id, frozen_time, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)',
        [app.sandbox.environmentId, id, time],
      )
    }
    const body = { customerId: 'late', expiresAt: '2026-01-15T12:00:10Z' }
    await app.ok('putCustomer', {
      params: { customerId: 'late' },
      body: { testClockId: 'clk_past' },
    })
    await app.ok('putCustomer', { params: { customerId: 'early' }, body: {} })
    await bench.grant(1, body)
    await bench.grant(1, { ...body, customerId: 'early' })
    await app.ok('putCustomer', {
      params: { customerId: 'early' },
      body: { testClockId: 'clk_future' },
    })
    expect(await bench.wallet('early')).toMatchObject({ balance: 0 })
    await sweep()
    expect(await Promise.all(['late', 'early'].map(ledgerOf))).toEqual([1, 2])
    expect((await bench.ledger({ customerId: 'early' }))[0]?.createdAt).toBe(
      '2027-01-01T00:00:00.000Z',
    )
    app.clock.advance({ minutes: 1 })
    await sweep()
    expect(await bench.wallet('late')).toMatchObject({ balance: 1 })
    expect(await ledgerOf('late')).toBe(1)
  })

  it('runs every minute', () => {
    expect(bench.app.app.jobs.schedule).toContain('* * * * * settleDueWallets')
    expect(Object.keys(bench.app.app.jobs.handlers)).toContain('settleDueWallets')
  })
})
