import { slug } from '@purser/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../kernel/testing/anyCharacter.ts'
import { slugFor } from './slugFor.core.ts'

it.each([
  ['API calls', 'api-calls'],
  ["Editor's choice & more", 'editors-choice-and-more'],
  ['Pro+', 'pro-plus'],
  ['Größe XL – Ærø', 'grosse-xl-aero'],
  ['Профи', 'profi'],
  ['Ладья', 'ladia'],
  ['Ελλάδα', 'ellada'],
  ['🚀', 'x-70bf0c53'],
  ['基本プラン', 'x-3f0a2c7b'],
  ['🚀 Pro', 'pro'],
])('transliterates %s', (name, spelt) => {
  const made = slugFor(name)
  // Only the form of a hash is known.
  expect(made.replace(/[0-9a-f]{8}$/, '#')).toBe(spelt.replace(/[0-9a-f]{8}$/, '#'))
})

it('distinguishes names that it cannot transliterate', () => {
  expect(slugFor('基本 A')).toMatch(/^a-[0-9a-f]{8}$/)
  expect(slugFor('基本 A')).not.toBe(slugFor('標準 A'))
})

it('gives a short and stable slug for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) => {
      const made = slugFor(name)
      expect(slug.safeParse(made).success).toBe(true)
      expect(made.length).toBeLessThanOrEqual(60)
      expect(slugFor(name)).toBe(made)
    }),
  )
  expect(slugFor('word '.repeat(100))).toBe('word-word-word-word-word-word-word-word-word-word')
})
