import { describe, expect, test } from 'vitest'
import { farExpiry, formatExpiry, isExpired, parseExpiry } from './expiry.ts'

const insert = (text: string, caret = text.length) => formatExpiry({ text, caret, kind: 'insert' })

describe('an expiry date', () => {
  test.each([
    ['1', '1'],
    ['5', '05 / '],
    ['12', '12 / '],
    ['1/', '01 / '],
    ['1/28', '01 / 28'],
    ['5/28', '05 / 28'],
    ['12/', '12 / '],
    ['12 / 2', '12 / 2'],
    ['1228', '12 / 28'],
    ['12/2028', '12 / 28'],
    ['12-28', '12 / 28'],
    ['12 / 289', '12 / 28'],
    ['0', '0'],
    ['', ''],
  ])('typed as %o reads %o', (text, shown) => {
    expect(insert(text)).toEqual({ text: shown, caret: shown.length })
  })

  test('can be deleted to its beginning', () => {
    const backspace = (text: string) =>
      formatExpiry({
        text: text.slice(0, -1),
        caret: text.length - 1,
        kind: 'delete_backward',
      }).text
    expect(backspace('12 / 2')).toBe('12')
    expect(backspace('12 / ')).toBe('12')
    expect(backspace('12')).toBe('1')
    expect(backspace('1')).toBe('')
  })

  test('keeps the caret where a digit was changed', () => {
    expect(insert('11 / 28', 2)).toEqual({ text: '11 / 28', caret: 2 })
  })

  test('is read when it is complete', () => {
    expect(parseExpiry('04 / 29')).toEqual({ month: 4, year: 2029 })
    expect(parseExpiry('13 / 29')).toEqual({ month: 13, year: 2029 })
    expect(parseExpiry('04 / 2')).toBeNull()
    expect(parseExpiry('')).toBeNull()
  })

  test('lasts to the end of its month', () => {
    const january = { month: 1, year: 2026 }
    expect(isExpired(january, new Date('2026-01-31T23:59:59Z'))).toBe(false)
    expect(isExpired(january, new Date('2026-02-01T00:00:00Z'))).toBe(true)
    expect(isExpired({ month: 12, year: 2025 }, new Date('2026-01-01T00:00:00Z'))).toBe(true)
  })

  test('of a test card lies ahead, in any year', () => {
    for (const year of [2026, 2096, 2097]) {
      expect(farExpiry(new Date(Date.UTC(year, 11, 31)))).toBe(`12 / ${String(year + 3).slice(2)}`)
    }
  })
})
