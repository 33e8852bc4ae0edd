/**
 * Supplies the current time. Business logic takes `now` as an argument and never reads the system
 * clock.
 */
export interface Clock {
  now(): Date
}

/** Identifies a test clock. */
export interface ClockKey {
  readonly environmentId: string
  readonly testClockId: string
}

export const systemClock: Clock = { now: () => new Date() }
