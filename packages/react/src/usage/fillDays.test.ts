import { describe, expect, test } from 'vitest'
import { fillDays } from './fillDays.ts'

describe('fillDays', () => {
  test('has an entry for every day of the window, oldest first, for each event', () => {
    const rows = [
      { date: '2026-02-28', eventName: 'render', total: 2 },
      { date: '2026-03-01', eventName: 'export', total: 1 },
      { date: '2026-03-02', eventName: 'render', total: 3 },
    ]
    expect(fillDays(rows, { from: '2026-02-27', to: '2026-03-02' })).toEqual({
      render: [
        { date: '2026-02-27', total: 0 },
        { date: '2026-02-28', total: 2 },
        { date: '2026-03-01', total: 0 },
        { date: '2026-03-02', total: 3 },
      ],
      export: [
        { date: '2026-02-27', total: 0 },
        { date: '2026-02-28', total: 0 },
        { date: '2026-03-01', total: 1 },
        { date: '2026-03-02', total: 0 },
      ],
    })
  })

  test('omits events that did not happen', () => {
    expect(fillDays([], { from: '2026-01-01', to: '2026-01-30' })).toEqual({})
  })
})
