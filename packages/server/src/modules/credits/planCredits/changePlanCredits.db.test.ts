import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatAmount, parseAmount } from '../../../kernel/amount.ts'
import type { GrantRule } from '../../catalog/core.ts'
import { lockCustomer } from '../../customers/index.ts'
import { type CreditBench, startCreditBench } from '../testing/creditBench.ts'
import { requireCreditCurrency } from '../wallet/withWallet.ts'
import { changePlanCredits } from './changePlanCredits.ts'
import { grantPlanCredits } from './grantPlanCredits.ts'
import { readPlanCredits } from './planCredits.sql.ts'
import { rollOverCredits } from './rollOverCredits.ts'

const MAY = '2026-05-01T00:00:00.000Z'
const JUNE = '2026-06-01T00:00:00.000Z'
const JULY = new Date('2026-07-01T00:00:00Z')

let bench: CreditBench
let rule: GrantRule
beforeEach(async () => {
  bench = await startCreditBench()
  // From 15 January to 16 June.
  bench.app.clock.advance({ days: 151, hours: 12 })
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

const owner = { customerId: 'jane', subscriptionId: 'sub_1' }
const old = { planId: 'plan_1', planVersion: 1, rulePosition: 0 }
const next = { planId: 'plan_2', planVersion: 1, rulePosition: 0 }

const give = (periodKey: string, changes: Partial<GrantRule> = {}, periodEnd = JULY) =>
  bench.run(async (tx, scope) => {
    const { now: at } = await lockCustomer(tx, scope, owner.customerId)
    const id = await grantPlanCredits(tx, scope, {
      ...owner,
      ...old,
      rule: { ...rule, ...changes },
      periodKey,
      periodEnd,
      reason: 'PLAN_GRANT',
      at,
    })
    return { id }
  })

const change = (voided: number, given: string, periodKey = `${JUNE}#2`) =>
  bench.run(async (tx, scope) => {
    const { now: at } = await lockCustomer(tx, scope, owner.customerId)
    await changePlanCredits(tx, scope, {
      ...owner,
      creditCurrencyId: rule.creditCurrencyId,
      fromKey: JUNE,
      voided: parseAmount(voided),
      at,
      grants: [{ ...next, rule, amount: parseAmount(given), periodKey, periodEnd: JULY }],
    })
  })

const credits = async (fromKey = JUNE) => {
  const { remaining, voided } = await bench.run((tx, { environmentId, now }) =>
    readPlanCredits(tx, {
      ...owner,
      environmentId,
      creditCurrencyId: rule.creditCurrencyId,
      fromKey,
      now,
    }),
  )
  return [formatAmount(remaining), formatAmount(voided)]
}

it("a plan change takes part of the old plan's credits and grants part of the new plan's", async () => {
  await give(JUNE)
  await bench.use(10)
  await change(50, '33.333333333')
  expect(await bench.rows()).toEqual([
    'CREDIT PLAN_GRANT 100 → 100',
    'DEBIT USAGE_DEDUCTION 10 → 90',
    'DEBIT VOID 50 → 40',
    'CREDIT PLAN_GRANT 33.333333333 → 73.333333333',
  ])
  const { grants } = await bench.wallet()
  expect(grants).toMatchObject([
    { planId: 'plan_1', creditsRemaining: 40 },
    {
      planId: 'plan_2',
      subscriptionId: 'sub_1',
      expiresAt: JULY.toISOString(),
      metadata: { source: 'plan', trigger: 'change', periodKey: `${JUNE}#2` },
    },
  ])
  expect(await credits()).toEqual(['73.333333333', '0'])
})

it('a plan change takes from the newest grants first, and never more than they have', async () => {
  await give(JUNE)
  await change(0, '30')
  await change(50, '0', `${JUNE}#3`)
  expect((await bench.wallet()).grants).toMatchObject([{ planId: 'plan_1', creditsRemaining: 80 }])
  await change(500, '0', `${JUNE}#4`)
  expect((await bench.wallet()).balance).toBe(0)
  expect(await credits()).toEqual(['0', '0'])
})

it('a plan change grants once per key, and a renewal grants under a separate key', async () => {
  await give(JUNE)
  await change(0, '30')
  await change(0, '30')
  expect((await bench.wallet()).balance).toBe(130)
  await give('2026-07-01T00:00:00.000Z', {}, new Date('2026-08-01T00:00:00Z'))
  expect((await bench.wallet()).balance).toBe(230)
})

it('a plan change ignores other periods, one-time grants, rollovers and other subscriptions', async () => {
  await give(MAY, { expires: 'never' })
  await give('once', { expires: 'never' })
  await bench.grant(7)
  expect(await credits()).toEqual(['0', '0'])
  expect(await credits(MAY)).toEqual(['100', '0'])
  await change(500, '0')
  expect((await bench.wallet()).balance).toBe(207)
})

it('a plan change ignores credits that were rolled over', async () => {
  const june = new Date(JUNE)
  await give(MAY, {}, june)
  await bench.run(async (tx, scope) => {
    const { now: at } = await lockCustomer(tx, scope, owner.customerId)
    await rollOverCredits(tx, scope, {
      ...owner,
      ...old,
      rule,
      periodKey: JUNE,
      periodEnd: JULY,
      endedAt: june,
      at,
    })
  })
  expect((await bench.wallet()).balance).toBe(100)
  expect(await credits()).toEqual(['0', '0'])
})

it('a plan change counts held credits as used, ignores expired credits and reports voided credits', async () => {
  const grant = await give(JUNE)
  await bench.app.ok('createReservation', {
    body: { customerId: 'jane', creditCurrencyId: 'ink', amount: 40 },
  })
  expect(await credits()).toEqual(['60', '0'])
  await bench.app.ok('voidGrant', { params: { id: grant.id } })
  expect(await credits()).toEqual(['0', '100'])
  await give('2026-06-10T00:00:00.000Z', { expires: { days: 1 } })
  expect(await credits()).toEqual(['100', '100'])
  bench.app.clock.advance({ days: 1 })
  expect(await credits()).toEqual(['0', '100'])
})

it('a plan change takes from a frozen wallet and skips a closed wallet', async () => {
  await give(JUNE)
  await bench.app.pool.query(`UPDATE credit_accounts SET status = 'frozen'`)
  await change(50, '20')
  expect((await bench.wallet()).balance).toBe(70)
  await bench.app.pool.query(`UPDATE credit_accounts SET status = 'closed'`)
  await change(50, '20', `${JUNE}#3`)
  expect((await bench.wallet()).balance).toBe(70)
})
