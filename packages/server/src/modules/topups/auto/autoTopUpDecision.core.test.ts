import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  backoffAfter,
  backoffEndsAt,
  decideFire,
  type FireRequest,
  type FiringLog,
} from './autoTopUpDecision.core.ts'

const NOW = new Date('2026-01-15T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const firing: FireRequest = {
  isEnabled: true,
  fundingMethod: 'charge_automatically',
  hasPaymentMethod: true,
  charge: 1_000,
  monthlyChargeLimit: null,
}
const log: FiringLog = {
  isPending: false,
  consecutiveFailures: 0,
  lastFailedAt: null,
  lastFires: [],
  monthToDateCharge: 0,
}
const decide = (change: Partial<FireRequest>, logged: Partial<FiringLog> = {}) =>
  decideFire({ ...firing, ...change }, { ...log, ...logged }, NOW)

describe('a rule whose wallet has run low', () => {
  it('fires', () => {
    expect(decide({})).toBe('fire')
  })

  it('does not fire while it is disabled or an attempt is pending', () => {
    expect(decide({ isEnabled: false })).toBe('disabled')
    expect(decide({}, { isPending: true })).toBe('already_pending')
  })

  it.each([
    [1, 60],
    [2, 360],
    [3, 1_440],
    [7, 1_440],
  ])('backs off after %d failures in a row for %d minutes', (failures, minutes) => {
    const failed = { consecutiveFailures: failures }
    expect(backoffAfter(failures)).toBe(minutes * 60_000)
    expect(decide({}, { ...failed, lastFailedAt: ago(minutes - 1) })).toBe('backoff')
    expect(decide({}, { ...failed, lastFailedAt: ago(minutes) })).toBe('fire')
  })

  it('fires when it has succeeded since its last failure', () => {
    expect(decide({}, { consecutiveFailures: 0, lastFailedAt: ago(1) })).toBe('fire')
  })

  it('never fires more than twice in ten minutes', () => {
    expect(decide({}, { lastFires: [ago(1)] })).toBe('fire')
    expect(decide({}, { lastFires: [ago(1), ago(9)] })).toBe('backoff')
    expect(decide({}, { lastFires: [ago(1), ago(10)] })).toBe('fire')
  })

  it('respects its monthly limit', () => {
    expect(decide({ monthlyChargeLimit: 3_000 }, { monthToDateCharge: 2_000 })).toBe('fire')
    expect(decide({ monthlyChargeLimit: 2_999 }, { monthToDateCharge: 2_000 })).toBe(
      'monthly_limit',
    )
  })

  it('needs a payment method only if it charges', () => {
    expect(decide({ hasPaymentMethod: false })).toBe('no_payment_method')
    expect(decide({ hasPaymentMethod: false, charge: 0 })).toBe('fire')
    expect(decide({ hasPaymentMethod: false, fundingMethod: 'send_invoice' })).toBe('fire')
  })
})

describe('with any log, a rule that fires', () => {
  const at = fc.integer({ min: 0, max: 3 * 1_440 }).map(ago)
  const amount = fc.integer({ min: 0, max: 10_000 })
  const anyFiring: fc.Arbitrary<FireRequest> = fc.record({
    isEnabled: fc.boolean(),
    fundingMethod: fc.constantFrom('charge_automatically' as const, 'send_invoice' as const),
    hasPaymentMethod: fc.boolean(),
    charge: amount,
    monthlyChargeLimit: fc.option(amount),
  })
  const anyLog: fc.Arbitrary<FiringLog> = fc.record({
    isPending: fc.boolean(),
    consecutiveFailures: fc.nat(5),
    lastFailedAt: fc.option(at),
    lastFires: fc
      .array(at, { maxLength: 2 })
      .map((fires) => fires.sort((a, b) => b.getTime() - a.getTime())),
    monthToDateCharge: amount,
  })
  const fires = (holds: (firing: FireRequest, log: FiringLog) => boolean) =>
    fc.assert(
      fc.property(anyFiring, anyLog, (each, logged) => {
        if (decideFire(each, logged, NOW) === 'fire') expect(holds(each, logged)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  const minutesSince = (then: Date) => (NOW.getTime() - then.getTime()) / 60_000

  it('is enabled and has no pending attempt', () => {
    fires((each, logged) => each.isEnabled && !logged.isPending)
  })

  it('stays within its monthly limit', () => {
    fires(
      ({ charge, monthlyChargeLimit }, { monthToDateCharge }) =>
        monthlyChargeLimit === null || monthToDateCharge + charge <= monthlyChargeLimit,
    )
  })

  it('can pay', () => {
    fires(
      ({ fundingMethod, charge, hasPaymentMethod }) =>
        fundingMethod === 'send_invoice' || charge === 0 || hasPaymentMethod,
    )
  })

  it('fires at most twice in ten minutes and at least an hour after a failure', () => {
    fires(
      (_, { lastFires, lastFailedAt, consecutiveFailures }) =>
        lastFires.filter((then) => minutesSince(then) < 10).length < 2 &&
        (consecutiveFailures === 0 || lastFailedAt === null || minutesSince(lastFailedAt) >= 60),
    )
  })

  it('would also fire without a limit, and later', () => {
    fires(
      (each, logged) =>
        decideFire({ ...each, monthlyChargeLimit: null }, logged, NOW) === 'fire' &&
        decideFire(each, logged, new Date(NOW.getTime() + 86_400_000)) === 'fire',
    )
  })

  it('fires from the end of its backoff on, and not before', () => {
    fc.assert(
      fc.property(anyLog, (logged) => {
        const rest = backoffEndsAt(logged)
        if (rest === null) return
        const decideAt = (time: number) =>
          decideFire(firing, { ...logged, isPending: false }, new Date(time))
        expect(decideAt(rest.getTime())).toBe('fire')
        if (logged.consecutiveFailures > 0 || logged.lastFailedAt === null) {
          expect(decideAt(rest.getTime() - 1)).toBe('backoff')
        }
      }),
    )
  })
})
