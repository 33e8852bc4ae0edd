import { describe, expect, it } from 'vitest'
import { afterAttempt, type DeliveryState, GIVE_UP_AFTER_MS, nextDeliveryAt } from './retry.core.ts'

const start = new Date('2026-01-15T12:00:00.000Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const failed = (
  attempts: number,
  ms: number,
  more: Partial<Parameters<typeof nextDeliveryAt>[0]> = {},
) =>
  nextDeliveryAt({
    attempts,
    firstAttemptAt: start,
    now: after(ms),
    retryAfterSeconds: null,
    random: 0.5,
    ...more,
  })
const seconds = (attempts: number, more = {}) =>
  ((failed(attempts, 0, more)?.getTime() ?? 0) - start.getTime()) / 1_000

describe('retries', () => {
  it('come after increasing pauses', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => seconds(attempts))).toEqual([
      5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000,
    ])
  })

  it('end with a last attempt after three days', () => {
    let at = start
    const times = [0]
    for (let attempts = 1; ; attempts += 1) {
      const next = failed(attempts, at.getTime() - start.getTime())
      if (next === null) break
      at = next
      times.push(at.getTime() - start.getTime())
    }
    expect(times).toHaveLength(11)
    expect(times.at(-1)).toBe(GIVE_UP_AFTER_MS)
  })

  it('vary by up to a tenth, but not beyond the three days', () => {
    expect(seconds(2, { random: 0 })).toBe(54)
    expect(seconds(2, { random: 1 })).toBe(66)
    expect(failed(9, GIVE_UP_AFTER_MS - 1_000, { random: 1 })).toEqual(after(GIVE_UP_AFTER_MS))
  })

  it('respect Retry-After, within bounds', () => {
    expect(seconds(1, { retryAfterSeconds: 120 })).toBe(120)
    expect(seconds(3, { retryAfterSeconds: 1 })).toBe(300)
    expect(seconds(1, { retryAfterSeconds: 999_999_999 })).toBe(6 * 3_600)
  })
})

const now = new Date('2026-01-15T12:00:00.000Z')
const earlier = new Date('2026-01-15T11:00:00.000Z')
const pending: DeliveryState = {
  status: 'pending',
  attemptCount: 0,
  firstAttemptAt: null,
  nextAttemptAt: earlier,
  deliveredAt: null,
}
const delivered: DeliveryState = {
  status: 'delivered',
  attemptCount: 1,
  firstAttemptAt: earlier,
  nextAttemptAt: now,
  deliveredAt: earlier,
}
const failedDelivery: DeliveryState = { ...delivered, status: 'failed', deliveredAt: null }
const stateAfter = (state: DeliveryState, kind: 'delivered' | 'failed' | 'gone') =>
  afterAttempt(state, { kind, retryAfterSeconds: null }, { now, random: 0.5 })

describe('an attempt', () => {
  it('completes a pending or failed delivery if it succeeds', () => {
    for (const state of [pending, failedDelivery]) {
      expect(stateAfter(state, 'delivered')).toMatchObject({
        status: 'delivered',
        deliveredAt: now,
        nextAttemptAt: null,
        attemptCount: state.attemptCount + 1,
      })
    }
  })

  it('schedules the next attempt of a pending delivery if it fails', () => {
    expect(stateAfter(pending, 'failed')).toEqual({
      status: 'pending',
      attemptCount: 1,
      firstAttemptAt: now,
      nextAttemptAt: new Date(now.getTime() + 5_000),
      deliveredAt: null,
    })
  })

  it('fails the delivery if it is the last one', () => {
    const old = { ...pending, attemptCount: 10, firstAttemptAt: new Date('2026-01-12T12:00:00Z') }
    expect(stateAfter(old, 'failed')).toMatchObject({ status: 'failed', nextAttemptAt: null })
  })

  it('fails the delivery immediately if the endpoint is gone', () => {
    expect(stateAfter(pending, 'gone')).toMatchObject({ status: 'failed', nextAttemptAt: null })
  })

  it('of a failed replay changes only the count', () => {
    for (const state of [delivered, failedDelivery]) {
      for (const kind of ['failed', 'gone'] as const) {
        expect(stateAfter(state, kind)).toEqual({ ...state, attemptCount: 2, nextAttemptAt: null })
      }
    }
  })

  it('of a successful replay keeps the time of the first delivery', () => {
    expect(stateAfter(delivered, 'delivered').deliveredAt).toEqual(earlier)
  })
})
