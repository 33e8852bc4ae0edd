import { describe, expect, it } from 'vitest'
import { runway } from './runway.ts'

describe('runway', () => {
  it.each([
    [0, 5, { kind: 'empty' }],
    [-10, 0, { kind: 'empty' }],
    [100, 0, { kind: 'none' }],
    [4.9, 5, { kind: 'hours' }],
    [5, 5, { kind: 'days', days: 1 }],
    [64, 5, { kind: 'days', days: 12 }],
    [1_825, 5, { kind: 'days', days: 365 }],
    [1_830, 5, { kind: 'long' }],
  ])('of %s at %s a day is %o', (balance, avgPerDay, expected) => {
    expect(runway(balance, avgPerDay)).toEqual(expected)
  })
})
