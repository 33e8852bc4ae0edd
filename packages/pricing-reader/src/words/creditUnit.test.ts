import { expect, it } from 'vitest'
import { isCreditUnit, mentionsCredits } from './creditUnit.ts'

it.each([
  'credits',
  'AI generation tokens',
  'document credits',
  'Credits per user',
  'crédits',
  'créditos de IA',
  'кредитов',
  'クレジット',
  '크레딧',
  '积分',
  'tokens (monthly)',
  'Kredite',
])('%j is a credit unit', (name) => {
  expect(isCreditUnit(name)).toBe(true)
})

it.each([
  'API tokens',
  'access tokens',
  'R&D tax credits',
  'credit checks',
  'token context window',
  'projects',
  'design tokens',
  'data points',
  'end points',
  'credit card',
])('%j is not a credit unit', (name) => {
  expect(isCreditUnit(name)).toBe(false)
})

it('the cheap check never misses a credit unit', () => {
  for (const name of ['credits', 'Kredite', 'кредитов', 'クレジット', 'jetons', 'puntos']) {
    expect(mentionsCredits(`500 ${name}`)).toBe(true)
    expect(isCreditUnit(name)).toBe(true)
  }
  expect(mentionsCredits('5 projects')).toBe(false)
})
