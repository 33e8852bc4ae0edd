import type { ClockKey } from '../../kernel/clock.ts'
import type { Tx } from '../../platform/db/database.ts'

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

/** The reason why a customer cannot be deleted now, as the merchant reads it. */
export interface DeletionBlock {
  readonly message: string
  /** Set if the reason is only temporary, such as a payment in progress. */
  readonly retryAfterSeconds?: number
}

/**
 * Returns the reason why a customer cannot be deleted, or null. Later modules implement this port.
 * `app.ts` lists the implementations. The customer is locked, and the first reason is reported.
 */
export type DeletionBlocker = (
  tx: Tx,
  environmentId: string,
  customerId: string,
) => Promise<DeletionBlock | null>

/**
 * Returns whether a customer has a billed subscription that has not ended. Until it ends, the
 * customer's currency, time zone and test clock cannot change. Subscriptions implement this port.
 */
export type BilledSubscriptionCheck = (
  tx: Tx,
  environmentId: string,
  customerId: string,
) => Promise<boolean>
