import { expect, it } from 'vitest'
import { plainName } from '../draft/names.core.ts'
import { nameKey, nameUnits, plainUnit, plural, singular, unitKey } from './units.core.ts'

it.each([
  ['calls', 'call'],
  ['properties', 'property'],
  ['searches', 'search'],
  ['boxes', 'box'],
  ['images', 'image'],
])('converts %s to %s and back', (many, one) => {
  expect([singular(many), singular(one)]).toEqual([one, one])
  expect(plural(one)).toBe(many)
})

it.each(['access', 'analysis', 'status', 'sms', 'gb', 'über'])('does not change %s', (word) => {
  expect(singular(word)).toBe(word)
})

it('recognizes one feature by several names and keeps other features apart', () => {
  expect(nameKey('The API Calls')).toBe(nameKey('api call'))
  expect(unitKey('Monthly API calls')).toBe(unitKey('additional API call'))
  expect(nameKey('Monthly reports')).not.toBe(nameKey('Reports'))
  expect(nameKey('API calls')).not.toBe(nameKey('API requests'))
  expect(unitKey('Unlimited')).toBe('unlimited')
})

it('normalizes units', () => {
  const unit = (text: string) => {
    const { unit, per, inCredits } = plainUnit({
      unit: text,
      amount: '1',
      per: 1,
      confidence: 1,
      evidence: '',
    })
    return [unit, per, inCredits]
  }
  expect(unit('Opus 4.1 input MTok')).toEqual(['Opus 4.1 input tokens', 1_000_000, false])
  expect(unit('each additional user / month')).toEqual(['user', 1, false])
  expect(unit('web search per 1K searches')).toEqual(['web search', 1, false])
  expect(unit('min')).toEqual(['minutes', 1, false])
  expect(unit('Prompts over 200K tokens MTok')).toEqual([
    'Prompts over 200K tokens',
    1_000_000,
    false,
  ])
  expect(unit('task (credits)')).toEqual(['task', 1, true])
  expect(
    ['crawl page', 'Stealth mode', 'person', 'API calls', 'SMS', 'analysis'].map(nameUnits),
  ).toEqual(['Crawl pages', 'Stealth mode', 'People', 'API calls', 'SMS', 'Analyses'])
})

it('removes marks and line breaks from names', () => {
  expect(plainName(' ✓ 🚀 Priority\n support: ')).toBe('Priority support')
  expect(plainName('🚀')).toBe('🚀')
  expect(plainName('a\0b\ud800')).toBe('a b\ufffd')
  const long = plainName('😀'.repeat(100), 60)
  expect([long.length <= 60, long.isWellFormed()]).toEqual([true, true])
})
