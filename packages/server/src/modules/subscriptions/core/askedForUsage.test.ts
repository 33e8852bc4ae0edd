import { describe, expect, it } from 'vitest'
import { askedForUsage } from './askedForUsage.ts'

const day = (text: string): Date => new Date(`${text}T00:00:00Z`)
const february = { start: day('2026-02-01'), end: day('2026-03-01') }
const line = (
  chargeId: string,
  type: 'usage' | 'overage' | 'minimum',
  amount: number,
  from = '2026-02-01',
) => ({ chargeId, type, amount, periodStart: day(from) })

describe('what was asked for usage', () => {
  it.each([
    ['nothing by no line', [], { used: 0, all: 0 }],
    [
      'the sum of its lines',
      [line('calls', 'usage', 300), line('calls', 'overage', 45)],
      { used: 345, all: 345 },
    ],
    [
      'with a minimum only in all',
      [line('calls', 'usage', 300), line('calls', 'minimum', 700)],
      { used: 300, all: 1_000 },
    ],
    [
      'less what a line gave back',
      [line('calls', 'usage', 300), line('calls', 'usage', -120)],
      { used: 180, all: 180 },
    ],
    ['nothing by lines of another charge', [line('seats', 'usage', 300)], { used: 0, all: 0 }],
    [
      'nothing by lines of the period before',
      [line('calls', 'usage', 300, '2026-01-31')],
      { used: 0, all: 0 },
    ],
    [
      'nothing by lines of the period after',
      [line('calls', 'usage', 300, '2026-03-01')],
      { used: 0, all: 0 },
    ],
    [
      'what was billed for its last day',
      [line('calls', 'usage', 300, '2026-02-28')],
      { used: 300, all: 300 },
    ],
  ] as const)('is %s', (_, lines, asked) => {
    expect(askedForUsage(lines, { chargeId: 'calls', period: february })).toEqual(asked)
  })

  it('is all since its start where the period has no end', () => {
    const lines = [line('calls', 'usage', 1, '2026-01-31'), line('calls', 'usage', 2, '2031-05-01')]
    const usage = { chargeId: 'calls', period: { start: february.start, end: null } }
    expect(askedForUsage(lines, usage)).toEqual({ used: 2, all: 2 })
  })
})
