import type { ClockKey } from './testClocks/testClocks.core.ts'

/**
 * Something that falls due by itself, as a test clock needs to know it: modules below have it, and
 * app.ts brings them together in the order in which they run at the same instant.
 */
export interface DueWork {
  /** The earliest instant at which something falls due for customers of the clock; null: nothing. */
  nextDueAt(clock: ClockKey): Promise<Date | null>
  /** Does what is due by `at`, where the clock stands now. May leave new work that is due at once. */
  runDue(clock: ClockKey, at: Date): Promise<void>
}
