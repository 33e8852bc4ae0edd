import { expect, it } from 'vitest'
import { wordPattern } from './composeWords.ts'

it('finds whole words in any script', () => {
  expect(wordPattern('час|mes|an').test('в час')).toBe(true)
  expect(wordPattern('час|mes|an').test('часть')).toBe(false)
  expect(wordPattern('mês').test('por mês.')).toBe(true)
  expect(wordPattern('an').test('année')).toBe(false)
  expect(wordPattern('AN').test('par an')).toBe(true)
})
