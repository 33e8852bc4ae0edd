import { describe, expect, it } from 'vitest'
import { parseAmount, ZERO } from '../../../kernel/amount.ts'
import type { EntitlementTerms } from '../../catalog/core.ts'
import { evaluateFeature, type Facts, type Meter, type Price } from './evaluate.core.ts'

const nobody: Facts = {
  type: 'boolean',
  terms: [],
  subscribed: false,
  meters: [],
  soft: false,
  price: null,
  wallet: null,
}
const one = { usage: parseAmount(1), values: [] }
const asks = (usage: number) => ({ usage: parseAmount(usage), values: [] })
const having = (...terms: EntitlementTerms[]): Facts => ({
  ...nobody,
  type: terms[0]?.type ?? 'boolean',
  terms,
  subscribed: true,
})

const termsOf: Record<Facts['type'], EntitlementTerms> = {
  boolean: { type: 'boolean' },
  metered: { type: 'metered', mode: 'quota', value: 10, period: 'month', limit: 'hard' },
  credit: { type: 'credit', creditCost: null, onExhausted: 'block' },
  config: { type: 'config', value: 3 },
  enum: { type: 'enum', values: ['png'] },
}
const nothingOf = {
  boolean: {},
  metered: {
    remaining: 0,
    usage: 0,
    limit: 0,
    percentage: 0,
    isUnlimited: false,
    nextResetAt: null,
  },
  credit: { creditBalance: 0 },
  config: { value: null },
  enum: { enumValues: [] },
} as const

describe.each(Object.keys(termsOf) as Facts['type'][])(
  'without terms, a feature of type %s',
  (type) => {
    it.each([
      ['no subscription', { ...nobody, type }, 'no_active_subscription'],
      [
        'a subscription without the feature',
        { ...nobody, type, subscribed: true },
        'no_entitlement',
      ],
      ['a denying override', { ...nobody, type, terms: 'denied' }, 'no_entitlement'],
      [
        'a denying override and a subscription',
        { ...nobody, type, terms: 'denied', subscribed: true },
        'no_entitlement',
      ],
    ] as [string, Facts, string][])(
      'is denied to a customer with %s',
      (_name, facts, deniedReason) => {
        const denied = { type, access: false, deniedReason, ...nothingOf[type] }
        expect(evaluateFeature(facts, one)).toEqual(denied)
      },
    )
  },
)

describe('a boolean feature', () => {
  it('is granted by the terms of a subscription or of an override alone', () => {
    expect(evaluateFeature(having(termsOf.boolean), one)).toEqual({ type: 'boolean', access: true })
    const overridden = { ...having(termsOf.boolean), subscribed: false }
    expect(evaluateFeature(overridden, one)).toEqual({ type: 'boolean', access: true })
  })
})

describe('a metered feature', () => {
  const RESET = new Date('2026-02-01T00:00:00Z')
  const meter = (limit: number | null, usage: number, resetsAt: Date | null = RESET): Meter => ({
    limit: limit === null ? null : parseAmount(limit),
    usage: parseAmount(usage),
    resetsAt,
  })
  const metered = (...meters: Meter[]): Facts => ({ ...having(termsOf.metered), meters })

  it('shows the usage and the remaining units', () => {
    expect(evaluateFeature(metered(meter(150, 120)), asks(30))).toEqual({
      type: 'metered',
      access: true,
      remaining: 30,
      usage: 120,
      limit: 150,
      percentage: 80,
      isUnlimited: false,
      nextResetAt: '2026-02-01T00:00:00.000Z',
    })
  })

  it('denies a request that exceeds the limit by a billionth', () => {
    expect(evaluateFeature(metered(meter(150, 120)), asks(30.000000001))).toMatchObject({
      access: false,
      deniedReason: 'usage_exceeded',
      remaining: 30,
    })
  })

  it('counts beyond a soft limit and never shows a negative remainder', () => {
    expect(evaluateFeature({ ...metered(meter(10, 12)), soft: true }, one)).toMatchObject({
      access: true,
      remaining: 0,
      percentage: 120,
    })
  })

  it('is denied once its limit is exceeded, even if nothing more is requested', () => {
    expect(evaluateFeature(metered(meter(10, 10)), asks(0)).access).toBe(true)
    expect(evaluateFeature(metered(meter(10, 11)), asks(0)).access).toBe(false)
  })

  it('is used up when its limit is zero', () => {
    expect(evaluateFeature(metered(meter(0, 0)), one)).toMatchObject({
      access: false,
      deniedReason: 'usage_exceeded',
      percentage: 100,
    })
  })

  it('gives access if any allowance has enough room and shows the one with the most room', () => {
    const tomorrow = new Date('2026-01-02T00:00:00Z')
    const facts = metered(meter(100, 98), meter(10, 5, tomorrow))
    expect(evaluateFeature(facts, asks(5))).toMatchObject({
      access: true,
      remaining: 5,
      limit: 10,
      nextResetAt: '2026-01-02T00:00:00.000Z',
    })
    expect(evaluateFeature(facts, asks(6)).access).toBe(false)
  })

  it('never resets if its quota is for the lifetime', () => {
    expect(evaluateFeature(metered(meter(100, 1, null)), one)).toMatchObject({ nextResetAt: null })
  })

  it('shows its usage when unlimited', () => {
    expect(evaluateFeature(metered(meter(null, 99)), asks(1_000_000))).toEqual({
      type: 'metered',
      access: true,
      remaining: 0,
      usage: 99,
      limit: 0,
      percentage: 0,
      isUnlimited: true,
      nextResetAt: null,
    })
  })
})

describe('a credit feature', () => {
  const price = (perUnit: string, rule: Price['rule'] = 'block'): Price => ({
    perUnit: parseAmount(perUnit),
    rule,
  })
  const wallet = (balance: number, status: 'active' | 'frozen' | 'closed' = 'active') => ({
    balance: parseAmount(balance),
    status,
  })
  const prepaid: Facts = { ...nobody, type: 'credit', price: price('2.5') }

  it('gives access without a subscription, up to the balance', () => {
    const facts = { ...prepaid, wallet: wallet(10) }
    expect(evaluateFeature(facts, asks(4))).toEqual({
      type: 'credit',
      access: true,
      creditBalance: 10,
    })
    expect(evaluateFeature(facts, asks(4.000000001))).toEqual({
      type: 'credit',
      access: false,
      deniedReason: 'credit_exhausted',
      creditBalance: 10,
    })
  })

  it('needs a wallet when there is no subscription', () => {
    expect(evaluateFeature(prepaid, one)).toMatchObject({ deniedReason: 'no_active_subscription' })
  })

  it('shows the balance even without a right to spend it', () => {
    const facts: Facts = { ...nobody, type: 'credit', subscribed: true, wallet: wallet(7) }
    expect(evaluateFeature(facts, one)).toMatchObject({
      deniedReason: 'no_entitlement',
      creditBalance: 7,
    })
  })

  it.each([
    ['block', false],
    ['overdraft', true],
    ['invoice', true],
  ] as const)('with the rule %s gives access without credits: %s', (rule, access) => {
    const facts = { ...having(termsOf.credit), price: price('1', rule) }
    expect(evaluateFeature(facts, one).access).toBe(access)
    expect(evaluateFeature({ ...facts, wallet: wallet(0) }, one).access).toBe(access)
  })

  it.each(['frozen', 'closed'] as const)(
    'is denied under every rule if the wallet is %s',
    (status) => {
      for (const rule of ['block', 'overdraft', 'invoice'] as const) {
        const facts = {
          ...having(termsOf.credit),
          price: price('1', rule),
          wallet: wallet(9, status),
        }
        expect(evaluateFeature(facts, one)).toMatchObject({ deniedReason: 'credit_exhausted' })
      }
    },
  )

  it('gives access with an overdrawn wallet only if it costs nothing', () => {
    const facts = { ...having(termsOf.credit), wallet: wallet(-5) }
    expect(evaluateFeature({ ...facts, price: price('1') }, one)).toMatchObject({
      access: false,
      creditBalance: -5,
    })
    expect(evaluateFeature({ ...facts, price: { perUnit: ZERO, rule: 'block' } }, one).access).toBe(
      true,
    )
  })
})

describe('the terms of several subscriptions', () => {
  it('give a config feature the value of the newest subscription', () => {
    const facts = having({ type: 'config', value: 3 }, { type: 'config', value: 'five' })
    expect(evaluateFeature(facts, one)).toEqual({ type: 'config', access: true, value: 'five' })
  })

  it('give an enum feature the values of all, and deny a request for any other value', () => {
    const facts = having(
      { type: 'enum', values: ['png'] },
      { type: 'enum', values: ['png', 'svg'] },
    )
    const enumValues = ['png', 'svg']
    expect(evaluateFeature(facts, { ...one, values: ['svg', 'png'] })).toEqual({
      type: 'enum',
      access: true,
      enumValues,
    })
    expect(evaluateFeature(facts, { ...one, values: ['png', 'tiff'] })).toEqual({
      type: 'enum',
      access: false,
      deniedReason: 'no_entitlement',
      enumValues,
    })
  })
})
