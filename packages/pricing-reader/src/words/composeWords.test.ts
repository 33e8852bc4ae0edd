import { expect, it } from 'vitest'
import { wordPattern } from './composeWords.ts'

it('finds whole words in any script', () => {
  const finds = (words: string, text: string) =>
    wordPattern(({ script }) => (script === 'latin' ? words : undefined)).test(text)
  expect(finds('час|mes|an', 'в час')).toBe(true)
  expect(finds('час|mes|an', 'часть')).toBe(false)
  expect(finds('mês', 'por mês.')).toBe(true)
  expect(finds('an', 'année')).toBe(false)
  expect(finds('AN', 'par an')).toBe(true)
})
