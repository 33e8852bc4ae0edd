import { expect, it } from 'vitest'
import { isSuitedFor } from './lineKinds.ts'

it.each([
  'Perfect for beginners',
  'Ideal for growing teams',
  'Best for individuals & small teams',
  'For large organizations',
  'For solo creators who need more',
  'Ideal für Einsteiger',
  'Dành cho gia đình',
  'Für kleine Teams',
  'Idéal pour débuter',
  'Ideal para empezar',
  'Perfeito para equipes',
  'Для небольших команд',
  '個人の方へ',
  '小規模チームに最適',
  '适合个人',
])('%j is about a target group', (text) => {
  expect(isSuitedFor(text)).toBe(true)
})

it.each([
  'For up to 50 users',
  'Forms',
  'Team workspaces',
  'Best practices library',
  'Format conversion',
])('%j is not', (text) => {
  expect(isSuitedFor(text)).toBe(false)
})
