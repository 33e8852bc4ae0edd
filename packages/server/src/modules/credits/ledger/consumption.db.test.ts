import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'

let bench: CreditBench
beforeEach(async () => {
  bench = await startCreditBench()
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

const stats = (days?: number) =>
  bench.app.ok<{ days: number; series: { date: string; consumed: number }[] }>('getCreditStats', {
    query: { customerId: 'jane', creditCurrencyId: 'ink', ...(days !== undefined && { days }) },
  })

describe('credit statistics', () => {
  it('show the consumption of each UTC day, oldest first, with zeros for idle days', async () => {
    await bench.grant(100)
    await bench.use(1)
    await bench.use(2.5)
    bench.app.clock.advance({ hours: 11, minutes: 59 })
    await bench.use(1)
    bench.app.clock.advance({ minutes: 1 })
    await bench.use(7)
    bench.app.clock.advance({ days: 2 })
    await bench.use(2)
    expect((await stats(5)).series).toEqual([
      { date: '2026-01-14', consumed: 0 },
      { date: '2026-01-15', consumed: 4.5 },
      { date: '2026-01-16', consumed: 7 },
      { date: '2026-01-17', consumed: 0 },
      { date: '2026-01-18', consumed: 2 },
    ])
    expect((await stats(1)).series).toEqual([{ date: '2026-01-18', consumed: 2 }])
  })

  it('are zeros without consumption, and cover 30 days by default', async () => {
    const { days, series } = await stats()
    expect([days, series.length]).toEqual([30, 30])
    expect(series.every(({ consumed }) => consumed === 0)).toBe(true)
    expect([series[0]?.date, series.at(-1)?.date]).toEqual(['2025-12-17', '2026-01-15'])
  })

  it('are rejected for missing objects', async () => {
    const query = { customerId: 'jane', creditCurrencyId: 'ink' }
    const { fails } = bench.app
    expect(
      await fails('getCreditStats', { query: { ...query, customerId: 'nobody' } }),
    ).toMatchObject({ status: 404 })
    expect(
      await fails('getCreditStats', { query: { ...query, creditCurrencyId: 'gold' } }),
    ).toMatchObject({ status: 404 })
    expect(await fails('getCreditStats', { query: { ...query, days: 400 } })).toMatchObject({
      status: 400,
    })
  })
})
