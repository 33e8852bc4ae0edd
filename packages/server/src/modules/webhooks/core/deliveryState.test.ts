import { describe, expect, it } from 'vitest'
import { afterAttempt, type DeliveryState } from './deliveryState.ts'

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
const failed: DeliveryState = { ...delivered, status: 'failed', deliveredAt: null }
const after = (state: DeliveryState, kind: 'delivered' | 'failed' | 'gone') =>
  afterAttempt(state, { kind, retryAfterSeconds: null }, { now, random: 0.5 })

describe('a try', () => {
  it('that gets through delivers what was pending or had failed', () => {
    for (const state of [pending, failed]) {
      expect(after(state, 'delivered')).toMatchObject({
        status: 'delivered',
        deliveredAt: now,
        nextAttemptAt: null,
        attemptCount: state.attemptCount + 1,
      })
    }
  })

  it('that fails leaves the rest of the schedule to what is pending', () => {
    expect(after(pending, 'failed')).toEqual({
      status: 'pending',
      attemptCount: 1,
      firstAttemptAt: now,
      nextAttemptAt: new Date(now.getTime() + 5_000),
      deliveredAt: null,
    })
  })

  it('that fails for the last time ends it', () => {
    const old = { ...pending, attemptCount: 10, firstAttemptAt: new Date('2026-01-12T12:00:00Z') }
    expect(after(old, 'failed')).toMatchObject({ status: 'failed', nextAttemptAt: null })
  })

  it('that finds the endpoint gone ends it at once', () => {
    expect(after(pending, 'gone')).toMatchObject({ status: 'failed', nextAttemptAt: null })
  })

  it('of a replay that fails changes nothing but the count', () => {
    for (const state of [delivered, failed]) {
      for (const kind of ['failed', 'gone'] as const) {
        expect(after(state, kind)).toEqual({ ...state, attemptCount: 2, nextAttemptAt: null })
      }
    }
  })

  it('of a replay that gets through keeps when it was first delivered', () => {
    expect(after(delivered, 'delivered').deliveredAt).toEqual(earlier)
  })
})
