import { describe, expect, it } from 'vitest'
import { featureName, overlapsFeature, sameFeature } from './featureName.ts'

describe('featureName', () => {
  it.each([
    ['API access included', 'API access'],
    ['Premium features included.', 'Premium features'],
    ['Includes Document Upload', 'Document Upload'],
    ['Sync CRM (HubSpot)', 'Sync CRM (HubSpot)'],
    ['Private scenes (not shown to anyone outside your team)', 'Private scenes'],
    ['Trendscope — advanced analytics', 'Trendscope — advanced analytics'],
    ['Webhooks: real-time events sent to your own server at once', 'Webhooks'],
    ['Conversations incluses', 'Conversations'],
    ['Manuscript review — £30', 'Manuscript review'],
    ['Additional reviews at £15', 'Additional reviews'],
    ['Analysis — , runs locally', 'Analysis, runs locally'],
    ['  : Team inbox ,', 'Team inbox'],
  ])('%j is named %j', (text, name) => {
    expect(featureName(text)).toBe(name)
  })

  it('is limited in length', () => {
    expect(featureName('Everything your team needs '.repeat(30)).length).toBeLessThanOrEqual(100)
  })
})

describe('sameFeature', () => {
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
})
