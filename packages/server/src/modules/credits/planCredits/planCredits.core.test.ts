import { describe, expect, it } from 'vitest'
import type { GrantRule } from '../../catalog/core.ts'
import { credits, START, secondsAfterStart } from '../testing/walletBench.ts'
import {
  amountCarriedOver,
  type PlanGrant,
  planChangeGrant,
  rolloverGrant,
  ruleGrant,
} from './planCredits.core.ts'

const rule: GrantRule = {
  creditCurrencyId: 'cur',
  amount: 200,
  cadence: 'billing_period',
  expires: 'period_end',
  rollover: 'none',
  priority: 50,
  onChange: 'prorate',
}
const request = (terms: Partial<GrantRule>): PlanGrant => ({
  customerId: 'cus',
  subscriptionId: 'sub',
  planId: 'plan',
  planVersion: 2,
  rulePosition: 0,
  rule: { ...rule, ...terms },
  periodKey: '2026-01',
  periodEnd: secondsAfterStart(1000),
})

describe('the credits of a rule', () => {
  it.each([
    ['period_end', secondsAfterStart(1000)],
    ['never', null],
    [{ days: 2 }, secondsAfterStart(2 * 24 * 3600)],
  ] as const)('expire according to %j', (expires, expiresAt) => {
    expect(ruleGrant({ ...request({ expires }), reason: 'PLAN_GRANT' }, START)).toMatchObject({
      expiresAt,
      amount: credits(200),
      priority: 50,
      ruleKey: 'plan/2/0',
      periodKey: '2026-01',
      metadata: { source: 'plan', periodKey: '2026-01' },
    })
  })

  it.each([
    ['none', '0'],
    ['all', '120'],
    [{ max: 100 }, '100'],
    [{ max: 500 }, '120'],
  ] as const)('roll over according to %j', (rollover, carried) => {
    expect(amountCarriedOver({ ...rule, rollover }, credits(120))).toEqual(credits(carried))
  })

  it('are carried over to the end of the next period under a separate key', () => {
    expect(rolloverGrant(request({}), credits(5))).toMatchObject({
      reason: 'ROLLOVER',
      periodKey: '2026-01:rollover',
      ruleKey: 'plan/2/0',
      priority: 50,
      expiresAt: secondsAfterStart(1000),
    })
  })
})

it('a change of plan grants the given amount until the end of the period', () => {
  expect(planChangeGrant({ ...request({}), amount: credits(30) }, START)).toMatchObject({
    reason: 'PLAN_GRANT',
    amount: credits(30),
    expiresAt: secondsAfterStart(1000),
    periodKey: '2026-01',
    metadata: { source: 'plan', trigger: 'change', periodKey: '2026-01' },
  })
})
