import { describe, expect, it } from 'vitest'
import {
  daysBetween,
  printCountry,
  printDate,
  printNumber,
  printPeriod,
} from './paperFormat.core.ts'

describe('printed text', () => {
  it.each([
    [1, '1'],
    [1_234_567, '1,234,567'],
    [-123, '-123'],
    [-1_234.5, '-1,234.5'],
    [0.000000001, '0.000000001'],
    [7.25, '7.25'],
  ])('shows %d as %s', (value, printed) => {
    expect(printNumber(value)).toBe(printed)
  })

  it("shows dates in the customer's timezone", () => {
    const at = '2026-01-31T23:30:00.000Z'
    expect(printDate(at, 'UTC')).toBe('31 Jan 2026')
    expect(printDate(at, 'Europe/Berlin')).toBe('1 Feb 2026')
    expect(printDate(at, 'America/New_York')).toBe('31 Jan 2026')
  })

  it('shows the first and last day of a period', () => {
    const period = (start: string, end: string, zone = 'UTC') =>
      printPeriod(`${start}Z`, `${end}Z`, zone)
    expect(period('2026-01-01T00:00', '2026-02-01T00:00')).toBe('1 Jan 2026 – 31 Jan 2026')
    expect(period('2026-01-15T12:00', '2026-02-15T12:00')).toBe('15 Jan 2026 – 15 Feb 2026')
    expect(period('2026-01-01T00:00', '2026-01-02T00:00')).toBe('1 Jan 2026')
    expect(period('2026-01-01T00:00', '2026-01-01T00:00')).toBe('1 Jan 2026')
    expect(period('2025-12-31T23:00', '2026-01-31T23:00', 'Europe/Berlin')).toBe(
      '1 Jan 2026 – 31 Jan 2026',
    )
  })

  it('counts calendar days and names countries', () => {
    const from = '2026-03-20T23:30:00.000Z'
    expect(daysBetween(from, '2026-04-19T22:30:00.000Z', 'Europe/Berlin')).toBe(30)
    expect(printCountry('DE')).toBe('Germany')
    expect(printCountry('ZZ')).toMatch(/./)
  })
})
