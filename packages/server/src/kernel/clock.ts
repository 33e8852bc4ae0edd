/** Where `now` comes from. Business decisions take it as an argument and never read the machine's. */
export interface Clock {
  now(): Date
}

/** Identifies a test clock. */
export interface ClockKey {
  readonly environmentId: string
  readonly testClockId: string
}

export const systemClock: Clock = { now: () => new Date() }
