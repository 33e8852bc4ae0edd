import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GrantRule } from '../../catalog/core.ts'
import { lockCustomer } from '../../customers/index.ts'
import { getGrant } from '../grants/getGrant.ts'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'
import { requireCreditCurrency } from '../wallet/withWallet.ts'
import { grantPlanCredits } from './grantPlanCredits.ts'
import { rollOverCredits } from './rollOverCredits.ts'

let bench: CreditBench
let rule: GrantRule
beforeEach(async () => {
  bench = await startCreditBench()
  const { creditCurrencyId } = await bench.run((tx, scope) =>
    requireCreditCurrency(tx, scope, 'ink'),
  )
  rule = {
    creditCurrencyId,
    amount: 100,
    cadence: 'billing_period',
    expires: 'period_end',
    rollover: 'all',
    priority: 50,
    onChange: 'prorate',
  }
})
afterEach(async () => {
  await bench.expectSound()
  await bench.stop()
})

const JANUARY = { periodKey: '2026-01', periodEnd: new Date('2026-02-01T00:00:00Z') }
const FEBRUARY = { periodKey: '2026-02', periodEnd: new Date('2026-03-01T00:00:00Z') }

const origin = () => ({
  customerId: 'jane',
  subscriptionId: 'sub_1',
  planId: 'plan_1',
  planVersion: 1,
  rulePosition: 0,
  rule,
})
const give = (
  period: typeof JANUARY,
  reason: 'PLAN_GRANT' | 'DRIP' = 'PLAN_GRANT',
  changes: Partial<GrantRule> = {},
) =>
  bench.run(async (tx, scope) => {
    const { now: at } = await lockCustomer(tx, scope, 'jane')
    const request = { ...origin(), ...period, rule: { ...rule, ...changes }, reason, at }
    return getGrant(tx, scope, await grantPlanCredits(tx, scope, request))
  })
const rollOver = (changes: Partial<GrantRule> = {}) =>
  bench.run(async (tx, scope) => {
    const { now: at } = await lockCustomer(tx, scope, 'jane')
    const id = await rollOverCredits(tx, scope, {
      ...origin(),
      ...FEBRUARY,
      rule: { ...rule, ...changes },
      endedAt: JANUARY.periodEnd,
      at,
    })
    return id === null ? null : getGrant(tx, scope, id)
  })

describe("a plan's grant", () => {
  it('is made once per period, even if it is requested several times', async () => {
    const grants = await Promise.all(Array.from({ length: 6 }, () => give(JANUARY)))
    expect(new Set(grants.map(({ id }) => id)).size).toBe(1)
    expect(grants[0]).toMatchObject({
      subscriptionId: 'sub_1',
      planId: 'plan_1',
      amount: 100,
      priority: 50,
      expiresAt: '2026-02-01T00:00:00.000Z',
      metadata: { source: 'plan', trigger: 'period', periodKey: '2026-01' },
    })
    expect(await bench.rows()).toEqual(['CREDIT PLAN_GRANT 100 → 100'])
  })

  it('drips within a period under separate keys', async () => {
    for (const day of ['01', '02', '02']) {
      await give({ ...JANUARY, periodKey: `2026-01-${day}` }, 'DRIP', { expires: { days: 1 } })
    }
    expect(await bench.rows()).toEqual(['CREDIT DRIP 100 → 100', 'CREDIT DRIP 100 → 200'])
    expect((await bench.wallet()).grants[0]?.expiresAt).toBe('2026-01-16T12:00:00.000Z')
  })
})

describe('a rollover', () => {
  it('carries over expired credits once, and is spent first', async () => {
    await give(JANUARY)
    await bench.use(30)
    expect(await rollOver()).toBeNull()
    bench.app.clock.advance({ days: 17 })
    const carried = await Promise.all([rollOver(), rollOver()])
    expect(carried[0]).toEqual(carried[1])
    expect(carried[0]).toMatchObject({
      amount: 70,
      priority: 50,
      expiresAt: '2026-03-01T00:00:00.000Z',
    })
    await give(FEBRUARY)
    await bench.use(80)
    expect(await bench.rows()).toEqual([
      'CREDIT PLAN_GRANT 100 → 100',
      'DEBIT USAGE_DEDUCTION 30 → 70',
      'EXPIRE EXPIRATION 70 → 0',
      'CREDIT ROLLOVER 70 → 70',
      'CREDIT PLAN_GRANT 100 → 170',
      'DEBIT USAGE_DEDUCTION 70 → 100',
      'DEBIT USAGE_DEDUCTION 10 → 90',
    ])
  })

  it('follows the rollover rule of the plan', async () => {
    await give(JANUARY)
    bench.app.clock.advance({ days: 17 })
    expect(await rollOver({ rollover: 'none' })).toBeNull()
    expect(await rollOver({ rollover: { max: 25 } })).toMatchObject({ amount: 25 })
  })

  it('creates no wallet if nothing is carried over', async () => {
    expect(await rollOver()).toBeNull()
    expect(
      await bench.app.ok('listCreditAccounts', { params: { customerId: 'jane' } }),
    ).toMatchObject({ data: [] })
  })
})
