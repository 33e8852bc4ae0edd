import { expect, it } from 'vitest'
import { foldName, sameName } from './tierNames.ts'

it('ignores case, emoji and the word "plan"', () => {
  expect(sameName('Pro Plan', '⚡ PRO')).toBe(true)
  expect(sameName('START UP', 'Startup')).toBe(true)
  expect(sameName('Pro', 'Pro Plus')).toBe(false)
  expect(sameName('Pro+', 'Pro')).toBe(false)
  expect(sameName('Plan', 'Tier')).toBe(false)
  expect(sameName('Plan', 'Plan')).toBe(true)
  expect(foldName('The Team edition')).toBe('team')
})
