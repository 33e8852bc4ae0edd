/** The time that a balance will last, in whole days; `none` if nothing is being used. */
export type Runway = { readonly kind: 'none' | 'empty' | 'hours' | 'long' } | RunwayDays

interface RunwayDays {
  readonly kind: 'days'
  readonly days: number
}

const LONG_DAYS = 365

/** Returns how long a balance lasts at the recent pace. */
export function runway(balance: number, avgPerDay: number): Runway {
  if (balance <= 0) return { kind: 'empty' }
  if (!(avgPerDay > 0)) return { kind: 'none' }
  const days = Math.floor(balance / avgPerDay)
  if (days < 1) return { kind: 'hours' }
  return days > LONG_DAYS ? { kind: 'long' } : { kind: 'days', days }
}
