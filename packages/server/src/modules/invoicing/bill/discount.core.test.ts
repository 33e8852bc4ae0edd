import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitByWeight } from './discount.core.ts'

const sumOf = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)
const weights = fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 30 })

describe('splitting an amount', () => {
  it('gives leftover units to the largest remainders, and to larger weights if remainders are equal', () => {
    expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitByWeight(2, [1, 3])).toEqual([0, 2])
    expect(splitByWeight(2, [3, 1])).toEqual([2, 0])
    expect(splitByWeight(10, [7, 8, 9])).toEqual([3, 3, 4])
    expect(splitByWeight(0, [5, 5])).toEqual([0, 0])
    expect(splitByWeight(7, [0, 0])).toEqual([0, 0])
  })

  it('gives shares that add up exactly and are off by less than one unit', () => {
    fc.assert(
      fc.property(weights, fc.nat(1_000_000_000), (each, amount) => {
        const whole = sumOf(each)
        fc.pre(whole > 0)
        const shares = splitByWeight(amount, each)
        expect(sumOf(shares)).toBe(amount)
        shares.forEach((share, at) => {
          const off = BigInt(share) * BigInt(whole) - BigInt(amount) * BigInt(each[at] ?? 0)
          expect(off < BigInt(whole) && -off < BigInt(whole)).toBe(true)
        })
      }),
    )
  })

  it('never gives a share above its weight if the amount is at most the sum of the weights', () => {
    fc.assert(
      fc.property(weights, fc.nat(), (each, part) => {
        const amount = part % (sumOf(each) + 1)
        splitByWeight(amount, each).forEach((share, at) => {
          expect(share).toBeLessThanOrEqual(each[at] ?? 0)
        })
      }),
    )
  })

  it('does not depend on the order of the weights', () => {
    fc.assert(
      fc.property(weights, fc.nat(1_000_000), (each, amount) => {
        const pairs = (list: readonly number[]) =>
          splitByWeight(amount, list)
            .map((share, at) => `${list[at]}:${share}`)
            .sort()
        expect(pairs([...each].reverse())).toEqual(pairs(each))
      }),
    )
  })
})
