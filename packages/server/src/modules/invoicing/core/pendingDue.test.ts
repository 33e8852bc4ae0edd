import { describe, expect, it } from 'vitest'
import { pendingDueAt } from './pendingDue.ts'

describe('pending lines fall due', () => {
  it.each([
    ['2026-01-15T12:00:00Z', 'UTC', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T23:30:00Z', 'UTC', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T23:30:00Z', 'Europe/Berlin', '2026-02-28T23:00:00.000Z'],
    ['2026-03-01T02:00:00Z', 'America/New_York', '2026-03-01T05:00:00.000Z'],
    ['2026-12-31T23:59:59Z', 'UTC', '2027-01-01T00:00:00.000Z'],
  ])('of %s in %s at %s', (oldest, timezone, due) => {
    expect(pendingDueAt(new Date(oldest), timezone).toISOString()).toBe(due)
  })
})
