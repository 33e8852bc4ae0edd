import { describe, expect, it } from 'vitest'
import { parseAmount, ZERO } from '../../../kernel/amount.ts'
import { evaluate, type Facts } from './evaluate.ts'

const nobody: Facts = {
  override: null,
  hasSubscription: false,
  granted: [],
  usage: ZERO,
  balance: null,
  unitCost: ZERO,
}
const subscriber: Facts = { ...nobody, hasSubscription: true }
const one = { usage: parseAmount(1), values: [] }
const asks = (usage: number) => ({ usage: parseAmount(usage), values: [] })
const quota = (value: number, limit: 'hard' | 'soft' = 'hard') =>
  ({ type: 'metered', mode: 'quota', value, period: 'month', limit }) as const
const unlimited = {
  type: 'metered',
  mode: 'unlimited',
  value: null,
  period: null,
  limit: null,
} as const
const credit = (onExhausted: 'block' | 'overdraft' | 'invoice') =>
  ({ type: 'credit', creditCost: null, onExhausted }) as const

describe('without a subscription', () => {
  it('denies everything but prepaid credits', () => {
    expect(evaluate(nobody, one)).toEqual({ access: false, deniedReason: 'no_active_subscription' })
  })

  it('lets prepaid credits be spent as far as they go', () => {
    const prepaid = { ...nobody, balance: parseAmount(10), unitCost: parseAmount('2.5') }
    expect(evaluate(prepaid, asks(4)).access).toBe(true)
    expect(evaluate(prepaid, asks(4.000000001))).toMatchObject({ deniedReason: 'credit_exhausted' })
  })
})

describe('with a subscription', () => {
  it('denies a feature that no plan has', () => {
    expect(evaluate(subscriber, one)).toEqual({ access: false, deniedReason: 'no_entitlement' })
  })

  it('gives a boolean feature that any plan has', () => {
    expect(evaluate({ ...subscriber, granted: [{ type: 'boolean' }] }, one)).toEqual({
      access: true,
    })
  })

  it('adds quotas up, and counts what was used', () => {
    const facts = { ...subscriber, granted: [quota(100), quota(50)], usage: parseAmount(120) }
    expect(evaluate(facts, asks(30))).toEqual({ access: true, remaining: parseAmount(30) })
    expect(evaluate(facts, asks(31))).toEqual({
      access: false,
      deniedReason: 'usage_exceeded',
      remaining: parseAmount(30),
    })
  })

  it('never shows less than nothing remaining', () => {
    const facts = { ...subscriber, granted: [quota(10, 'soft')], usage: parseAmount(12) }
    expect(evaluate(facts, one)).toEqual({ access: true, remaining: ZERO })
  })

  it('does not add up what is counted by different periods', () => {
    const daily = { ...quota(10), period: 'day' as const }
    const facts = { ...subscriber, granted: [quota(100), daily], usage: parseAmount(95) }
    expect(evaluate(facts, asks(5))).toEqual({ access: true, remaining: parseAmount(5) })
    expect(evaluate(facts, asks(6)).access).toBe(false)
  })

  it('lets unlimited win', () => {
    const facts = { ...subscriber, granted: [quota(1), unlimited], usage: parseAmount(99) }
    expect(evaluate(facts, one)).toEqual({ access: true })
  })

  it('takes the config value of the newest subscription', () => {
    const granted = [{ type: 'config', value: 3 } as const, { type: 'config', value: 5 } as const]
    expect(evaluate({ ...subscriber, granted }, one)).toEqual({ access: true, value: 5 })
  })

  it('unites enum values and asks for all that are requested', () => {
    const granted = [
      { type: 'enum', values: ['png'] } as const,
      { type: 'enum', values: ['png', 'svg'] } as const,
    ].map((terms) => ({ ...terms, values: [...terms.values] }))
    const facts = { ...subscriber, granted }
    expect(evaluate(facts, { ...one, values: ['svg', 'png'] })).toEqual({
      access: true,
      enumValues: ['png', 'svg'],
    })
    expect(evaluate(facts, { ...one, values: ['png', 'tiff'] }).access).toBe(false)
  })

  it.each([
    ['block', false],
    ['overdraft', true],
    ['invoice', true],
  ] as const)('on an empty wallet, %s gives access: %s', (onExhausted, access) => {
    const facts = { ...subscriber, granted: [credit(onExhausted)], unitCost: parseAmount(1) }
    expect(evaluate(facts, one).access).toBe(access)
  })
})

describe('the cost of a credit feature', () => {
  it("is the plan's where the plan sets one", () => {
    const wallet = { ...subscriber, balance: parseAmount(10), unitCost: parseAmount(1) }
    const dear = { ...credit('block'), creditCost: { perUnit: '11', rules: [] } }
    expect(evaluate({ ...wallet, granted: [credit('block')] }, one).access).toBe(true)
    expect(evaluate({ ...wallet, granted: [dear] }, one).access).toBe(false)
  })
})

describe('an override', () => {
  it('denies what a plan gives', () => {
    const facts: Facts = { ...subscriber, granted: [unlimited], override: { access: false } }
    expect(evaluate(facts, one)).toEqual({ access: false, deniedReason: 'no_entitlement' })
  })

  it('gives what no plan has, and replaces what one has', () => {
    const override = { access: true, terms: quota(5) } as const
    expect(evaluate({ ...nobody, override }, one)).toEqual({
      access: true,
      remaining: parseAmount(5),
    })
    expect(evaluate({ ...subscriber, granted: [quota(100)], override }, asks(6)).access).toBe(false)
  })
})
