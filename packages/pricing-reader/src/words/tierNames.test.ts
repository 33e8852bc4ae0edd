import { describe, expect, it } from 'vitest'
import { bareTierName, foldName, sameName, sameTier } from './tierNames.ts'

describe('sameName', () => {
  it('ignores case, emoji and the word "plan"', () => {
    expect(sameName('Pro Plan', '⚡ PRO')).toBe(true)
    expect(sameName('START UP', 'Startup')).toBe(true)
    expect(sameName('Pro', 'Pro Plus')).toBe(false)
    expect(sameName('Pro+', 'Pro')).toBe(false)
    expect(sameName('Plan', 'Tier')).toBe(false)
    expect(sameName('Plan', 'Plan')).toBe(true)
    expect(foldName('The Team edition')).toBe('team')
  })
})

describe('sameTier', () => {
  const NAMES = ['Starter', 'Pro', 'Pro Team', 'Scoold Enterprise']

  it.each([
    ['the Pro plan', 'Pro'],
    ['PRO', 'Pro'],
    ['Starter-Paket', 'Starter'],
    ['Pro Team', 'Pro Team'],
    ['Enterprise', 'Scoold Enterprise'],
    ['тарифа Starter', 'Starter'],
    ['Starterプラン', 'Starter'],
    ['Starters', 'Starter'],
  ])('finds that %j refers to %j', (reference, name) => {
    expect(sameTier(reference, NAMES)).toBe(name)
  })

  it('returns a tier only if exactly one tier matches', () => {
    expect(sameTier('Team Pro Max', ['Team', 'Max'])).toBeUndefined()
    expect(sameTier('your account', NAMES)).toBeUndefined()
    expect(sameTier('Pro', ['Free', 'Professional'])).toBe('Professional')
    expect(sameTier('Pro', ['Profi', 'Professional'])).toBeUndefined()
    expect(bareTierName('Plan')).toBe('plan')
  })
})
