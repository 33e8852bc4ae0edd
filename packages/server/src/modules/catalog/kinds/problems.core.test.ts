import { slug as slugSchema } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../kernel/testing/anyCharacter.ts'
import { deriveSlug } from './problems.core.ts'

describe('deriveSlug', () => {
  it.each([
    ['Pro', 'pro'],
    ['Über Pro (EU)', 'uber-pro-eu'],
    ['  Créations   d’été!! ', 'creations-d-ete'],
    ['API_calls v2.0', 'api-calls-v2-0'],
    ['Ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
    ['№ 5', 'no-5'],
    ['İstanbul', 'istanbul'],
  ])('makes %j into %j', (name, slug) => {
    expect(deriveSlug(name)).toBe(slug)
  })

  it.each(['日本', '🚀', '---', 'Привет'])('returns null for %j', (name) => {
    expect(deriveSlug(name)).toBeNull()
  })

  it('keeps at most 100 characters and no trailing dash', () => {
    expect(deriveSlug(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
    expect(deriveSlug('x'.repeat(200))).toHaveLength(100)
  })

  it('returns a slug that the contract accepts, or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (name) => {
        const slug = deriveSlug(name)
        expect(slug === null || slugSchema.safeParse(slug).success).toBe(true)
      }),
    )
  })
})
