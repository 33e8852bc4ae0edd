const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000

/** When a provider that could not be told so many times is told again: after 1, 2, 4 minutes …, a day. */
export const nextDetachAt = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS))
