import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatAmount } from '../../../kernel/amount.ts'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'
import { reverseDeduction } from './reverseDeduction.ts'
import { requireCreditCurrency } from './withWallet.ts'

let bench: CreditBench
beforeEach(async () => {
  bench = await startCreditBench()
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

/** Reverses the last debit. */
async function reverse(): Promise<string[]> {
  const used = (await bench.ledger()).filter(({ reason }) => reason === 'USAGE_DEDUCTION')
  const usageEventId = used[0]?.usageEventId ?? ''
  const rows = used.filter((row) => row.usageEventId === usageEventId)
  const seqs = rows.map(({ sequence }) => sequence)
  const { returned, balance } = await bench.run(async (tx, scope) =>
    reverseDeduction(tx, scope, {
      customerId: 'jane',
      creditCurrencyId: (await requireCreditCurrency(tx, scope, 'ink')).creditCurrencyId,
      usageEventId,
      firstSeq: Math.min(...seqs),
      lastSeq: Math.max(...seqs),
    }),
  )
  return [formatAmount(returned), formatAmount(balance)]
}

describe('a reversal', () => {
  it('returns credits to their grants, even to those that were used up or have ended', async () => {
    await bench.grant(3, { expiresAt: '2026-01-15T12:00:10Z' })
    await bench.grant(3)
    await bench.grant(3)
    await bench.use(11, 'overdraft')
    bench.app.clock.advance({ seconds: 10 })
    expect(await reverse()).toEqual(['11', '6'])
    expect(await bench.wallet()).toMatchObject({
      balance: 6,
      grants: [{ creditsRemaining: 3 }, { creditsRemaining: 3 }],
    })
    expect((await bench.rows()).slice(-5)).toEqual([
      'CREDIT USAGE_REVERSAL 3 → 1',
      'EXPIRE EXPIRATION 3 → -2',
      'CREDIT USAGE_REVERSAL 3 → 1',
      'CREDIT USAGE_REVERSAL 3 → 4',
      'CREDIT USAGE_REVERSAL 2 → 6',
    ])
    const stats = await bench.app.ok<{ series: unknown[] }>('getCreditStats', {
      query: { customerId: 'jane', creditCurrencyId: 'ink', days: 1 },
    })
    expect(stats.series).toEqual([{ date: '2026-01-15', consumed: 0 }])
  })

  it('works on a wallet with many grants, and creates a grant if the overdraft was repaid', async () => {
    await bench.use(2, 'overdraft')
    for (let at = 0; at < 12; at += 1) await bench.grant(1)
    expect(await reverse()).toEqual(['2', '12'])
    expect((await bench.wallet()).grants).toHaveLength(11)
  })
})
