import { describe, expect, it } from 'vitest'
import { limitedSuggestions, nearestName } from './nearestName.core.ts'

const known = ['image.generated', 'api.request', 'tokens.used']

describe('the nearest known name', () => {
  it.each([
    ['image.generate', 'image.generated'],
    ['Image.Generated', 'image.generated'],
    ['api_request', 'api.request'],
    ['token.used', 'tokens.used'],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest)
  })

  it('is null if no name is close', () => {
    expect(nearestName('subscription.upgraded.by.sales', known)).toBeNull()
    expect(nearestName('x', [])).toBeNull()
  })

  it('is found quickly among many long names', () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `event.${at}.${'y'.repeat(190)}`)
    expect(nearestName('z'.repeat(200), names)).toBeNull()
  })

  it('never comes from another merchant in the same batch', () => {
    const suggest = limitedSuggestions()
    const ours = new Map([['image.generated', 1]])
    const theirs = new Map([['image.generater', 1]])
    expect(suggest(ours, 'image.generate')).toBe('image.generated')
    expect(suggest(theirs, 'image.generate')).toBe('image.generater')
  })
})
