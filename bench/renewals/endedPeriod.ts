/** A month that is over and starts on a day that every month has. */
export interface EndedPeriod {
  start: Date
  end: Date
}

const LAST_DAY_OF_EVERY_MONTH = 28

/** Finds the last month that ended on a day that every month has. */
export function endedPeriod(now: Date): EndedPeriod {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const day = Math.min(now.getUTCDate(), LAST_DAY_OF_EVERY_MONTH)
  return {
    start: new Date(Date.UTC(year, month - 1, day)),
    end: new Date(Date.UTC(year, month, day)),
  }
}
