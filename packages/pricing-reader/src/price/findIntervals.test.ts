import { describe, expect, it } from 'vitest'
import {
  findIntervals,
  intervalOfSeveral,
  saysBilledMonthly,
  saysBilledYearly,
} from './findIntervals.ts'

const first = (text: string): string | undefined => findIntervals(text)[0]?.interval

describe('the interval of a price', () => {
  it.each([
    ['/mo', 'month'],
    ['per month', 'month'],
    ['/ mois', 'month'],
    ['pro Monat', 'month'],
    ['/mês', 'month'],
    ['al mes', 'month'],
    ['в месяц', 'month'],
    ['/月', 'month'],
    ['月額', 'month'],
    ['/월', 'month'],
    ['per user per month', 'month'],
    ['/year', 'year'],
    ['p.a.', 'year'],
    ['/Jahr', 'year'],
    ['par an', 'year'],
    ['por año', 'year'],
    ['в год', 'year'],
    ['/年', 'year'],
    ['per quarter', 'quarter'],
    ['/week', 'week'],
    ['/day', 'day'],
    ['/hr', 'hour'],
    ['one-time', 'one_time'],
    ['einmalig', 'one_time'],
    ['lifetime', 'one_time'],
    ['买断', 'one_time'],
    ['/ user', undefined],
    ['more', undefined],
    ['Montana', undefined],
  ])('is read from %j as %s', (text, interval) => {
    expect(first(text)).toBe(interval)
  })

  it('is found in the order of the text', () => {
    expect(findIntervals('$9/mo or $90/year').map(({ interval }) => interval)).toEqual([
      'month',
      'year',
    ])
  })

  it.each([
    ['per 3 months', 'quarter'],
    ['/ 12 Monate', 'year'],
    ['за 6 месяцев', 'one_time'],
    ['/2周', 'one_time'],
    ['per 1 month', null],
    ['per month', null],
  ])('may consist of several periods: %s', (text, interval) => {
    expect(intervalOfSeveral(text)).toBe(interval)
  })

  it('may differ from the billing interval', () => {
    for (const text of [
      'billed annually',
      'paid yearly',
      'with annual subscription discount',
      'jährlich abgerechnet',
      'facturé annuellement',
      '按年付费',
    ]) {
      expect(saysBilledYearly(text), text).toBe(true)
    }
    expect(saysBilledYearly('per year')).toBe(false)
    expect(saysBilledMonthly('if billed monthly')).toBe(true)
    expect(saysBilledMonthly('per month')).toBe(false)
  })
})
