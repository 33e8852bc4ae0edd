import { expect, it } from 'vitest'
import { overlapsFeature, sameFeature } from './featureName.ts'

it('compares the words of two names', () => {
  expect(sameFeature('API access', 'Access to the API')).toBe(true)
  expect(sameFeature('Team Members', 'team member')).toBe(true)
  expect(sameFeature('Réservation', 'reservation')).toBe(true)
  expect(sameFeature('API access', 'API keys')).toBe(false)
  expect(sameFeature('Companies', 'company')).toBe(true)
  expect(sameFeature('GB', 'gb')).toBe(true)
})

it('recognizes a longer name of the same feature', () => {
  expect(overlapsFeature('Full API access', 'API access')).toBe(true)
  expect(overlapsFeature('Webhooks', 'API')).toBe(false)
  expect(overlapsFeature('', 'API')).toBe(false)
})
