import { expect, it } from 'vitest'
import { grantPeriod } from './grantPeriod.ts'

const yearly = {
  anchor: new Date('2026-01-31T00:00:00Z'),
  interval: 'year',
  intervalCount: 1,
} as const
const monthly = { ...yearly, interval: 'month' } as const
const at = new Date('2026-03-05T12:00:00Z')

it.each([
  ['once', yearly, 'once', '2027-01-31', 'PLAN_GRANT'],
  ['billing_period', yearly, '2026-01-31T00:00:00.000Z', '2027-01-31', 'PLAN_GRANT'],
  ['billing_period', monthly, '2026-02-28T00:00:00.000Z', '2026-03-31', 'PLAN_GRANT'],
  ['month', monthly, '2026-02-28T00:00:00.000Z', '2026-03-31', 'PLAN_GRANT'],
  ['month', { ...monthly, intervalCount: 3 }, '2026-02-28T00:00:00.000Z', '2026-03-31', 'DRIP'],
  ['month', yearly, '2026-02-28T00:00:00.000Z', '2026-03-31', 'DRIP'],
  ['day', monthly, '2026-03-05T00:00:00.000Z', '2026-03-06', 'DRIP'],
] as const)(
  'a rule of cadence %s on %j gives under its own key',
  (cadence, cycle, key, end, reason) => {
    expect(grantPeriod({ cadence }, cycle, at, 'UTC')).toEqual({
      periodKey: key,
      periodEnd: new Date(end),
      reason,
    })
  },
)

it('a plan without interval has no end', () => {
  const once = grantPeriod({ cadence: 'once' }, { ...yearly, interval: 'none' }, at, 'UTC')
  expect(once).toEqual({ periodKey: 'once', periodEnd: null, reason: 'PLAN_GRANT' })
})
