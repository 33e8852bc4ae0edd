import { expect, it } from 'vitest'
import { findTrial } from './readTier.ts'

it.each([
  ['Start 14-day free trial', 14],
  ['Free for 30 days', 30],
  ['14 Tage kostenlos testen', 14],
  ['Essai gratuit de 14 jours', 14],
  ['7-дневный триал', 7],
  ['14일 무료 체험하기', 14],
  ['30日間無料トライアル', 30],
  ['30-day money-back guarantee, free returns', null],
  ['90 days of history', null],
  ['Start free', null],
])('%s', (line, days) => {
  expect(findTrial([line])).toBe(days)
})
