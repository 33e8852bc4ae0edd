import { expect, it } from 'vitest'
import { overlapsFeature, sameFeature } from './featureName.ts'

it('knows a feature by its words', () => {
  expect(sameFeature('API access', 'Access to the API')).toBe(true)
  expect(sameFeature('Team Members', 'team member')).toBe(true)
  expect(sameFeature('Réservation', 'reservation')).toBe(true)
  expect(sameFeature('API access', 'API keys')).toBe(false)
  expect(sameFeature('Companies', 'company')).toBe(true)
  expect(sameFeature('GB', 'gb')).toBe(true)
})

it('knows when one name says more', () => {
  expect(overlapsFeature('Full API access', 'API access')).toBe(true)
  expect(overlapsFeature('Webhooks', 'API')).toBe(false)
  expect(overlapsFeature('', 'API')).toBe(false)
})
