import type { PurserError } from '@purser/contract/client'
import { clientError } from '../clientError.ts'
import type { BufferedEvent } from './EventBuffer.ts'
import type { BatchOutcome, Rejection } from './sendBatch.ts'

/**
 * Is told of events that were not handed over. Those of a `code` of its own are gone:
 * `buffer_overflow` (dropped to make room), `events_rejected` (refused by the server, one by one),
 * `invalid_request` and `body_too_large` (refused alone), `events_undelivered` (left at the end of
 * `shutdown`). With any other code they are in the buffer again and will be sent.
 */
export type OnFlushError = (error: PurserError, events: readonly BufferedEvent[]) => unknown

export interface Reporter {
  /** The events are back in the buffer, or refused for what the error says. */
  failed(error: PurserError, events: readonly BufferedEvent[]): void
  /** The server rejected some of a batch. */
  rejected(batch: readonly BufferedEvent[], outcome: BatchOutcome): void
  /** Left when the client was shut down. */
  undelivered(events: readonly BufferedEvent[], cause: PurserError | null): void
  /** Dropped to make room: told together with all others of this turn of the event loop. */
  dropped(events: readonly BufferedEvent[]): void
  /** Tells of what was dropped now, and not at the end of the turn. */
  tellDropped(): void
}

/** Tells the merchant's code; whatever that does must not harm the client. */
export function createReporter(onFlushError: OnFlushError): Reporter {
  let dropped: BufferedEvent[] = []

  async function tell(error: PurserError, events: readonly BufferedEvent[]): Promise<void> {
    try {
      await onFlushError(error, events)
    } catch {
      console.error('Purser ingestion: onFlushError failed while it was told of an error.')
    }
  }

  function tellDropped(): void {
    if (dropped.length === 0) return
    const events = dropped
    dropped = []
    const message = `The buffer is full: ${events.length} of the oldest events dropped. Raise maxBufferSize, or track less while bufferSize is high.`
    tell(clientError('buffer_overflow', message), events)
  }

  return {
    failed: tell,
    tellDropped,
    rejected: (batch, { rejections, refused }) => {
      const alone = new Set(refused.map(({ event }) => event))
      const events: BufferedEvent[] = []
      const details: Rejection[] = []
      for (const rejection of rejections) {
        const event = batch[rejection.index]
        if (!event || alone.has(event)) continue
        details.push({ ...rejection, index: events.length })
        events.push(event)
      }
      if (events.length === 0) return
      const reasons = [...new Set(details.map(({ reason }) => reason))].join(', ')
      const message = `The server rejected events: ${reasons}.`
      tell(clientError('events_rejected', message, details), events)
    },
    undelivered: (events, cause) => {
      const why = cause ? ` ${cause.message}` : ''
      const message = `Shut down with ${events.length} events left.${why}`
      tell(clientError('events_undelivered', message, cause), events)
    },
    dropped: (events) => {
      if (dropped.length === 0) setTimeout(tellDropped, 0)
      for (const event of events) dropped.push(event)
    },
  }
}

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
