export const DAY_MS = 24 * 60 * 60 * 1000
let last = { number: Number.NaN, name: '' }

/**
 * Formats the UTC date, such as `2026-11-15`. Caches the last result, because formatting a date
 * takes as long as writing one row.
 */
export function utcDay(at: Date): string {
  const number = Math.floor(at.getTime() / DAY_MS)
  if (number !== last.number) last = { number, name: at.toISOString().slice(0, 10) }
  return last.name
}
