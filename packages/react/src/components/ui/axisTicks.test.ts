import { describe, expect, test } from 'vitest'
import { axisTicks } from './axisTicks.ts'

describe('axisTicks', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [4, [0, 1, 2, 3, 4]],
    [7.5, [0, 2, 4, 6, 8]],
    [12, [0, 5, 10, 15]],
    [99, [0, 20, 40, 60, 80, 100]],
    [1_234, [0, 500, 1_000, 1_500]],
    [0.03, [0, 0.01, 0.02, 0.03]],
  ])('are round numbers for a maximum of %d', (max, ticks) => {
    expect(axisTicks(max)).toEqual(ticks)
  })

  test('reach every maximum with three to six ticks', () => {
    for (let max = 0.013; max < 1e9; max *= 1.37) {
      const ticks = axisTicks(max)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(ticks.length).toBeGreaterThanOrEqual(3)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }
  })
})
