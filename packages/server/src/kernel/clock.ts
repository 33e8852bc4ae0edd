/** Where `now` comes from. Business decisions take it as an argument and never read the machine's. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
