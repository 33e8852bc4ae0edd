import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate } from './allocate.ts'

const weights = fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 30 })
const sumOf = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

describe('sharing an amount out', () => {
  it('gives the remainder to the largest remainders, and what ties to the larger weight', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(2, [1, 3])).toEqual([0, 2])
    expect(allocate(2, [3, 1])).toEqual([2, 0])
    expect(allocate(10, [7, 8, 9])).toEqual([3, 3, 4])
    expect(allocate(0, [5, 5])).toEqual([0, 0])
    expect(allocate(7, [0, 0])).toEqual([0, 0])
  })

  it('adds up exactly, and no share is a whole unit off its exact one', () => {
    fc.assert(
      fc.property(weights, fc.nat(1_000_000_000), (each, amount) => {
        const whole = sumOf(each)
        fc.pre(whole > 0)
        const shares = allocate(amount, each)
        expect(sumOf(shares)).toBe(amount)
        shares.forEach((share, at) => {
          const off = BigInt(share) * BigInt(whole) - BigInt(amount) * BigInt(each[at] ?? 0)
          expect(off < BigInt(whole) && -off < BigInt(whole)).toBe(true)
        })
      }),
    )
  })

  it('never gives more than a weight when there is no more than all of them', () => {
    fc.assert(
      fc.property(weights, fc.nat(), (each, part) => {
        const amount = part % (sumOf(each) + 1)
        allocate(amount, each).forEach((share, at) => {
          expect(share).toBeLessThanOrEqual(each[at] ?? 0)
        })
      }),
    )
  })

  it('does not depend on the order of the weights', () => {
    fc.assert(
      fc.property(weights, fc.nat(1_000_000), (each, amount) => {
        const pairs = (list: readonly number[]) =>
          allocate(amount, list)
            .map((share, at) => `${list[at]}:${share}`)
            .sort()
        expect(pairs([...each].reverse())).toEqual(pairs(each))
      }),
    )
  })
})
