import { expect, it } from 'vitest'
import { findPeriods } from './findPeriods.ts'

it.each([
  ['500 credits / month', 'month'],
  ['500/mo', 'month'],
  ['100 uses per day', 'day'],
  ['3 a week', 'week'],
  ['60 requests/min', 'minute'],
  ['10 req / s', 'second'],
  ['50 / hour burst', 'hour'],
  ['500 AI credits monthly', 'month'],
  ['5 every year', 'year'],
  ['100 credits (one-time)', 'one_time'],
  ['1,600 credits to start', 'one_time'],
  ['50 credits on sign-up', 'one_time'],
  ['500 Anfragen pro Monat', 'month'],
  ['täglich 5 Bilder', 'day'],
  ['50.000 / Mon.', 'month'],
  ['500 conversations/mois', 'month'],
  ['10 000 e-mails par mois', 'month'],
  ['200 mensajes al mes', 'month'],
  ['300 mensagens por mês', 'month'],
  ['100 запросов в день', 'day'],
  ['1000 запросов в месяц', 'month'],
  ['毎月500', 'month'],
  ['100回/日', 'day'],
  ['每月 1000 次', 'month'],
  ['매월 100', 'month'],
])('%j has the period %j', (text, period) => {
  expect(findPeriods(text).map((span) => span.period)).toEqual([period])
})

it.each([
  '10,000 monthly active users',
  'Daily backups',
  'Weekly digest',
  '10 frames per hive',
  'a dayflower',
])('%j has no period', (text) => {
  expect(findPeriods(text)).toEqual([])
})

it('returns the position of the period', () => {
  const text = '5 images per day with email'
  const [span] = findPeriods(text)
  expect(text.slice(span?.start, span?.end)).toBe('per day')
})
