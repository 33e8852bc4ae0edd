import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billingPeriod } from '../../../kernel/calendar.ts'
import type { GrantRule } from '../../catalog/core.ts'
import { dripsAt, grantPeriod, grantsOfPeriod, nextDrip } from './planGrants.core.ts'

const rule = (cadence: GrantRule['cadence']): GrantRule => ({
  creditCurrencyId: 'cur_1',
  amount: 10,
  cadence,
  expires: 'period_end',
  rollover: 'none',
  priority: 0,
  onChange: 'prorate',
})
const anchor = new Date('2026-01-31T00:00:00Z')
const cycle = { anchor, interval: 'month', intervalCount: 1 } as const
const period = { start: new Date('2026-02-28T00:00:00Z'), end: new Date('2026-03-31T00:00:00Z') }
const within = { cycle, period, timezone: 'UTC' }

describe('the credits of a plan', () => {
  it('with the cadence once are granted only in the first period', () => {
    expect(grantsOfPeriod([rule('once')], within, { isFirst: true })).toMatchObject([
      { periodKey: 'once', reason: 'PLAN_GRANT' },
    ])
    expect(grantsOfPeriod([rule('once')], within, { isFirst: false })).toEqual([])
  })

  it.each(['billing_period', 'month'] as const)(
    'with the cadence %s end with the period',
    (cadence) => {
      expect(grantsOfPeriod([rule(cadence)], within, { isFirst: false })).toMatchObject([
        { periodKey: period.start.toISOString(), periodEnd: period.end, endedAt: period.start },
      ])
      expect(nextDrip([rule(cadence)], cycle, period.start, 'UTC')).toBeNull()
    },
  )

  it('in a trial end with the trial, however long it is', () => {
    const trial = { start: anchor, end: new Date('2026-04-30T00:00:00Z') }
    const grants = grantsOfPeriod(
      [rule('billing_period')],
      { ...within, period: trial },
      { isFirst: true },
    )
    expect(grants).toMatchObject([{ periodKey: anchor.toISOString(), periodEnd: trial.end }])
  })

  it('with the cadence day are granted once a day, regardless of the length of months', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), (days) => {
        const at = new Date(anchor.getTime() + days * 86_400_000)
        const [grants] = dripsAt([rule('day')], cycle, at, 'Europe/Berlin')
        const next = nextDrip([rule('day')], cycle, at, 'Europe/Berlin')
        expect(next).toEqual(grants?.periodEnd)
        const [after] = dripsAt([rule('day')], cycle, next ?? at, 'Europe/Berlin')
        expect(after?.periodKey).toBe(next?.toISOString())
        expect(after?.endedAt).toEqual(next)
      }),
    )
  })

  it('of consecutive periods follow each other without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), (months) => {
        const at = new Date(Date.UTC(2026, months, 15))
        const now = billingPeriod(cycle, at, 'UTC')
        const grants = grantsOfPeriod(
          [rule('billing_period')],
          { ...within, period: now },
          { isFirst: false },
        )
        const next = billingPeriod(cycle, now.end ?? at, 'UTC')
        expect(grants[0]?.periodEnd).toEqual(next.start)
      }),
    )
  })
})

describe('the grant period of a rule', () => {
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
    'has the right key with the cadence %s in the cycle %j',
    (cadence, cycle, key, end, reason) => {
      expect(grantPeriod({ cadence }, cycle, at, 'UTC')).toEqual({
        periodKey: key,
        periodEnd: new Date(end),
        reason,
      })
    },
  )

  it('has no end if the plan has no interval', () => {
    const once = grantPeriod({ cadence: 'once' }, { ...yearly, interval: 'none' }, at, 'UTC')
    expect(once).toEqual({ periodKey: 'once', periodEnd: null, reason: 'PLAN_GRANT' })
  })
})
