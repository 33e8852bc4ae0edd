import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant } from './parseInstant.ts'

describe('an instant from the database', () => {
  it('is parsed to the millisecond', () => {
    const any = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(any, (at) => {
        const [day, time = ''] = at.toISOString().split('T')
        expect(parseInstant(`${day} ${time.replace('Z', '')}+00`)).toEqual(at)
      }),
    )
  })

  it.each([
    ['2026-01-31 12:00:00+00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00.1+00', '2026-01-31T12:00:00.100Z'],
    ['2026-01-31 12:00:00.12+00', '2026-01-31T12:00:00.120Z'],
    ['2026-01-31 12:00:00.123456+00', '2026-01-31T12:00:00.123Z'],
    ['2024-02-29 23:59:59.999+00', '2024-02-29T23:59:59.999Z'],
    ['2026-01-31 12:00:00+05:30', '2026-01-31T06:30:00.000Z'],
    ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect((parseInstant(text) as Date).toISOString()).toBe(iso)
  })

  it('may be infinite', () => {
    expect(parseInstant('infinity')).toBe(Number.POSITIVE_INFINITY)
  })
})
