import { describe, expect, it } from 'vitest'
import { pointsAtTier, readInheritance } from './readInheritance.ts'

const tiers = {
  names: ['Community', 'Starter', 'Pro', 'Business'],
  current: 'Business',
  free: 'Community',
}

describe('a line that grants all of another tier', () => {
  it.each([
    ['Everything in Pro', 'Pro'],
    ['Everything in the Pro plan, plus:', 'Pro'],
    ['Everything from Starter', 'Starter'],
    ['Includes everything in Pro +', 'Pro'],
    ['All Pro features', 'Pro'],
    ['All features of Starter, plus', 'Starter'],
    ['All Starter plan features and:', 'Starter'],
    ['Everything in Free, plus', 'Community'],
    ['Everything in the previous plan', 'Pro'],
    ['Pro plus:', 'Pro'],
    ['Alles aus Starter, plus', 'Starter'],
    ['Alle Funktionen von Pro', 'Pro'],
    ['Alle Pro-Funktionen', 'Pro'],
    ['Tout Starter +', 'Starter'],
    ['Tout ce qui est dans Pro, plus', 'Pro'],
    ['Toutes les fonctionnalités de Starter', 'Starter'],
    ['Todo lo de Starter, más', 'Starter'],
    ['Todo en Pro', 'Pro'],
    ['Tudo do plano Starter', 'Starter'],
    ['Tutto di Pro', 'Pro'],
    ['Alles van Pro', 'Pro'],
    ['Всё из Starter', 'Starter'],
    ['Все функции тарифа Pro', 'Pro'],
    ['Wszystko z Pro', 'Pro'],
    ['Alle Starters', 'Starter'],
    ['All Pro, plus', 'Pro'],
    ['Proプランの全機能', 'Pro'],
    ['Starterのすべての機能', 'Starter'],
    ['Pro의 모든 기능', 'Pro'],
    ['包含 Pro 的所有功能', 'Pro'],
    ['所有 Starter 功能', 'Starter'],
    ['Beinhaltet alle Starterfunktionen', 'Starter'],
    ['Comprend toutes les fonctionnalités de Pro', 'Pro'],
    ['Incluye todas las funciones de Pro', 'Pro'],
  ])('%j inherits %j', (text, tier) => {
    expect(readInheritance(text, tiers)?.tier).toBe(tier)
  })

  it('keeps additional features', () => {
    expect(readInheritance('Everything in Pro, for teams up to 50 users', tiers)).toEqual({
      tier: 'Pro',
      rest: 'teams up to 50 users',
    })
    expect(readInheritance('Everything in Pro, and more', tiers)?.rest).toBe('')
    expect(readInheritance('Pro의 모든 기능 포함', tiers)?.rest).toBe('')
  })
})

it.each([
  'All premium templates',
  'All integrations',
  'Everything you need to start',
  'Pro support',
  'All core features',
  'Priority support',
  'Tout le support',
])('%j inherits nothing', (text) => {
  expect(readInheritance(text, tiers)).toBeUndefined()
})

it('a reference to an unknown tier is not a feature', () => {
  expect(readInheritance('Everything in Gold', tiers)).toBeUndefined()
  expect(pointsAtTier('Everything in Gold')).toBe(true)
  expect(pointsAtTier('Priority support')).toBe(false)
})
