import type { OnFlushError } from './OnFlushError.ts'

const SHOWN_KEYS = 3
const QUIET_MS = 1_000

/** A line for each failure with the first keys, so that no event's contents reach a log. */
export function createConsoleReporter(): OnFlushError {
  let loudAt = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return ({ code, message }, events) => {
    // A full buffer drops an event for each that comes, which would be as many lines.
    if (code === 'buffer_overflow' && performance.now() - loudAt < QUIET_MS) {
      unsaid += events.length
      return
    }
    loudAt = performance.now()
    const keys = events.slice(0, SHOWN_KEYS).map(({ idempotencyKey }) => idempotencyKey)
    const more = events.length > SHOWN_KEYS ? ', …' : ''
    const before = unsaid > 0 ? ` ${unsaid} more were dropped before.` : ''
    unsaid = 0
    console.error(
      `Purser ingestion: ${message} (${events.length} events: ${keys.join(', ')}${more})${before}`,
    )
  }
}
