import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { summariseBurn } from './summariseBurn.ts'

const days = (...consumed: number[]) =>
  consumed.map((each, at) => ({ date: `2026-01-0${at + 1}`, consumed: each }))

describe('summariseBurn', () => {
  test('averages over all days, including those without consumption', () => {
    expect(summariseBurn(days(0, 6, 0, 2), 4)).toEqual({
      series: days(0, 6, 0, 2),
      avgPerDay: 2,
      windowSum: 8,
      peak: 6,
      days: 4,
      hasBurn: true,
    })
  })

  test('is zero without consumption', () => {
    expect(summariseBurn([], 30)).toEqual({
      series: [],
      avgPerDay: 0,
      windowSum: 0,
      peak: 0,
      days: 30,
      hasBurn: false,
    })
  })

  test('is exact to the billionth', () => {
    expect(summariseBurn(days(0.1, 0.2), 2).windowSum).toBe(0.3)
    expect(summariseBurn(days(0.000000001, 123_456), 2).windowSum).toBe(123_456.000000001)
  })

  test('adds whole amounts unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 })), (amounts) => {
        const { windowSum } = summariseBurn(days(...amounts), 30)
        expect(windowSum).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
      }),
    )
  })
})
