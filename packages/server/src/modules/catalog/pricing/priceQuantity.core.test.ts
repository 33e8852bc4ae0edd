import type { Pricing } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Amount,
  add,
  compare,
  formatAmount,
  minAmount,
  multiply,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import { priceQuantity } from './priceQuantity.core.ts'

type Tier = Extract<Pricing, { model: 'graduated' | 'volume' }>['tiers'][number]

const cost = (pricing: Pricing, quantity: string | number) =>
  formatAmount(priceQuantity(pricing, parseAmount(quantity)))

const amountOf = (units: bigint): Amount => ({ units })
/** Any quantity up to 100,000, with nine decimals. */
const quantity = fc.bigInt({ min: 0n, max: 10n ** 14n }).map(amountOf)
const wholeQuantity = fc.bigInt({ min: 0n, max: 10n ** 6n }).map((n) => amountOf(n * 10n ** 9n))
const price = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((units) => formatAmount({ units }))

const tiers: fc.Arbitrary<Tier[]> = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 6 }),
    fc.array(fc.tuple(price, fc.integer({ min: 0, max: 10_000 })), { minLength: 7, maxLength: 7 }),
  )
  .map(([bounds, prices]) =>
    [...bounds.sort((a, b) => a - b), null].map((upTo, index) => {
      const [unitAmount = '0', flatAmount = 0] = prices[index] ?? []
      return { upTo, unitAmount, flatAmount }
    }),
  )

const GRADUATED: Pricing = {
  model: 'graduated',
  tiers: [
    { upTo: 100, unitAmount: '2', flatAmount: 0 },
    { upTo: 1000, unitAmount: '1', flatAmount: 50 },
    { upTo: null, unitAmount: '0.0015', flatAmount: 0 },
  ],
}

describe('priceQuantity', () => {
  it('returns a flat amount for any quantity', () => {
    expect(cost({ model: 'flat', amount: 2000 }, 0)).toBe('2000')
    expect(cost({ model: 'flat', amount: 2000 }, 17)).toBe('2000')
  })

  it('prices each unit exactly', () => {
    expect(cost({ model: 'per_unit', unitAmount: '0.1' }, 3)).toBe('0.3')
    expect(cost({ model: 'per_unit', unitAmount: '0.000000001' }, 999_999_999)).toBe('0.999999999')
  })

  it('prices each part of a graduated quantity in its tier', () => {
    expect(cost(GRADUATED, 100)).toBe('200')
    expect(cost(GRADUATED, 101)).toBe('251')
    expect(cost(GRADUATED, 1000)).toBe('1150')
    expect(cost(GRADUATED, 1002)).toBe('1150.003')
    expect(cost(GRADUATED, '100.5')).toBe('250.5')
  })

  it('prices the whole volume by the tier that contains it', () => {
    const volume: Pricing = { ...GRADUATED, model: 'volume' }
    expect(cost(volume, 100)).toBe('200')
    expect(cost(volume, '100.000000001')).toBe('150.000000001')
    expect(cost(volume, 1000)).toBe('1050')
    expect(cost(volume, 2000)).toBe('3')
  })

  it('sells whole packages', () => {
    const pricing: Pricing = { model: 'package', packageSize: 1000, amount: '0.5' }
    expect(cost(pricing, 1)).toBe('0.5')
    expect(cost(pricing, 1000)).toBe('0.5')
    expect(cost(pricing, '1000.000000001')).toBe('1')
    expect(cost({ ...pricing, packageSize: 0.25 }, 1)).toBe('2')
  })

  it('returns zero for a quantity of zero or less', () => {
    const models: Pricing[] = [
      { model: 'per_unit', unitAmount: '5' },
      { model: 'graduated', tiers: [{ upTo: null, unitAmount: '5', flatAmount: 100 }] },
      { model: 'volume', tiers: [{ upTo: null, unitAmount: '5', flatAmount: 100 }] },
      { model: 'package', packageSize: 10, amount: '5' },
    ]
    for (const pricing of models) {
      expect(cost(pricing, 0)).toBe('0')
      expect(cost(pricing, -3)).toBe('0')
    }
  })

  it('is the sum of the parts in each graduated tier', () => {
    fc.assert(
      fc.property(tiers, quantity, (list, total) => {
        const parts = list.map((tier, index) => {
          const floor = parseAmount(list[index - 1]?.upTo ?? 0)
          const reached = tier.upTo === null ? total : minAmount(total, parseAmount(tier.upTo))
          if (compare(total, floor) <= 0) return ZERO
          const part = multiply(subtract(reached, floor), parseAmount(tier.unitAmount))
          return add(parseAmount(tier.flatAmount), part)
        })
        expect(priceQuantity({ model: 'graduated', tiers: list }, total)).toEqual(sum(parts))
      }),
    )
  })

  it('never decreases as the quantity grows, except in volume pricing', () => {
    const monotone: fc.Arbitrary<Pricing> = fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map((amount): Pricing => ({ model: 'flat', amount })),
      price.map((unitAmount): Pricing => ({ model: 'per_unit', unitAmount })),
      tiers.map((list): Pricing => ({ model: 'graduated', tiers: list })),
      fc
        .tuple(fc.integer({ min: 1, max: 5000 }), price)
        .map(([packageSize, amount]): Pricing => ({ model: 'package', packageSize, amount })),
    )
    fc.assert(
      fc.property(monotone, quantity, quantity, (pricing, a, b) => {
        const [less, more] = compare(a, b) <= 0 ? [a, b] : [b, a]
        expect(
          compare(priceQuantity(pricing, less), priceQuantity(pricing, more)),
        ).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('uses the volume tier that contains the quantity, including its upper bound', () => {
    fc.assert(
      fc.property(tiers, wholeQuantity, (list, total) => {
        fc.pre(total.units > 0n)
        const tier = list.find(
          ({ upTo }) => upTo === null || total.units <= parseAmount(upTo).units,
        )
        if (!tier) throw new Error('the last tier has no upper bound')
        const expected = priceQuantity(
          { model: 'graduated', tiers: [{ ...tier, upTo: null }] },
          total,
        )
        expect(priceQuantity({ model: 'volume', tiers: list }, total)).toEqual(expected)
      }),
    )
  })

  it('is exact: twice the quantity costs twice the price', () => {
    fc.assert(
      fc.property(price, wholeQuantity, (unitAmount, total) => {
        const once = priceQuantity({ model: 'per_unit', unitAmount }, total)
        expect(priceQuantity({ model: 'per_unit', unitAmount }, add(total, total))).toEqual(
          add(once, once),
        )
      }),
    )
  })

  it('rounds packages up to the smallest number that covers the quantity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), quantity, (packageSize, total) => {
        fc.pre(total.units > 0n)
        const packages = priceQuantity({ model: 'package', packageSize, amount: '1' }, total)
        const held = multiply(packages, parseAmount(packageSize))
        expect(compare(held, total)).toBeGreaterThanOrEqual(0)
        expect(held.units - parseAmount(packageSize).units).toBeLessThan(total.units)
      }),
    )
  })
})
