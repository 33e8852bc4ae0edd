import { expect, it } from 'vitest'
import { findUnlimited } from './findCounts.ts'

it.each([
  ['Unlimited projects', 'Unlimited'],
  ['Usuários ilimitados', 'ilimitados'],
  ['Unbegrenzte Projekte', 'Unbegrenzte'],
  ['Projets illimités', 'illimités'],
  ['∞', '∞'],
  ['безлимитный трафик', 'безлимитный'],
  ['無制限', '無制限'],
  ['무제한 프로젝트', '무제한'],
  ['不限次数', '不限次数'],
  ['Sınırsız kullanıcı', 'Sınırsız'],
])('%j is unlimited', (text, word) => {
  const span = findUnlimited(text)
  expect(text.slice(span?.start, span?.end)).toBe(word)
})

it.each(['Limited access', 'Infinity Labs', '5 projects'])('%j is limited', (text) => {
  expect(findUnlimited(text)).toBeUndefined()
})
