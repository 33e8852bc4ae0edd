import { describe, expect, it } from 'vitest'
import { nextPlanState } from './planState.ts'

describe('nextPlanState', () => {
  it.each([
    ['draft', 'publish', 'active'],
    ['active', 'publish', 'active'],
    ['archived', 'publish', 'active'],
    ['draft', 'archive', 'archived'],
    ['active', 'archive', 'archived'],
    ['archived', 'archive', 'archived'],
    ['migrated', 'publish', null],
    ['migrated', 'archive', null],
  ] as const)('%s, %s: %s', (state, action, next) => {
    expect(nextPlanState(state, action)).toBe(next)
  })
})
