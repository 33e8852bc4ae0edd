import type { ClockKey } from '../../kernel/clock.ts'

/**
 * Work that becomes due over time. Later modules implement this port for test clocks. `app.ts`
 * lists the implementations in the order in which they run at the same instant.
 */
export interface DueWork {
  /** Returns the earliest time at which work is due for a customer of the clock, or null. */
  nextDueAt(clock: ClockKey): Promise<Date | null>
  /**
   * Does all work that is due by `at`, the current time of the clock. This may create new work that
   * is due immediately.
   */
  runDue(clock: ClockKey, at: Date): Promise<void>
}
