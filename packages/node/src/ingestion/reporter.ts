import type { PurserError } from '@purser/contract/client'
import { clientError } from '../clientError.ts'
import type { BufferedEvent } from './EventQueue.ts'
import type { BatchOutcome, Rejection } from './sendBatch.ts'

/**
 * Receives events that were not delivered. Events with these codes are lost:
 * - `buffer_overflow`: dropped to make room
 * - `events_rejected`: rejected by the server individually
 * - `invalid_request`, `body_too_large`: the server refused a request with only this event
 * - `events_undelivered`: left at the end of `shutdown`
 *
 * Events with any other code are in the buffer again and will be retried.
 */
export type OnFlushError = (error: PurserError, events: readonly BufferedEvent[]) => unknown

export interface Reporter {
  /** Events that returned to the buffer, or that the server refused. */
  failed(error: PurserError, events: readonly BufferedEvent[]): void
  /** Events of a batch that the server rejected. */
  rejected(batch: readonly BufferedEvent[], outcome: BatchOutcome): void
  /** Events left at the end of a shutdown. */
  undelivered(events: readonly BufferedEvent[], cause: PurserError | null): void
  /** Events dropped to make room. All drops of one turn of the event loop are reported together. */
  dropped(events: readonly BufferedEvent[]): void
  /** Reports dropped events now instead of at the end of the turn. */
  reportDropped(): void
}

/** Calls the merchant's handler. An error in the handler must not harm the client. */
export function createReporter(onFlushError: OnFlushError): Reporter {
  let dropped: BufferedEvent[] = []

  async function report(error: PurserError, events: readonly BufferedEvent[]): Promise<void> {
    try {
      await onFlushError(error, events)
    } catch {
      console.error('Purser ingestion: onFlushError threw an error.')
    }
  }

  function reportDropped(): void {
    if (dropped.length === 0) return
    const events = dropped
    dropped = []
    const message = `The buffer is full. Number of old events that were dropped: ${events.length}. Raise maxBufferSize, or track less while bufferSize is high.`
    report(clientError('buffer_overflow', message), events)
  }

  return {
    failed: report,
    reportDropped,
    rejected: (batch, { rejections, refused }) => {
      const refusedEvents = new Set(refused.map(({ event }) => event))
      const events: BufferedEvent[] = []
      const details: Rejection[] = []
      for (const rejection of rejections) {
        const event = batch[rejection.index]
        if (!event || refusedEvents.has(event)) continue
        details.push({ ...rejection, index: events.length })
        events.push(event)
      }
      if (events.length === 0) return
      const reasons = [...new Set(details.map(({ reason }) => reason))].join(', ')
      const message = `The server rejected events: ${reasons}.`
      report(clientError('events_rejected', message, details), events)
    },
    undelivered: (events, cause) => {
      const why = cause ? ` ${cause.message}` : ''
      const message = `The client was shut down. Number of events that were not delivered: ${events.length}.${why}`
      report(clientError('events_undelivered', message, cause), events)
    },
    dropped: (events) => {
      if (dropped.length === 0) setTimeout(reportDropped, 0)
      for (const event of events) dropped.push(event)
    },
  }
}

const SHOWN_KEYS = 3
const QUIET_MS = 1_000

/**
 * Logs one line per failure with only the first keys, so that no contents of events reach a log.
 */
export function createConsoleReporter(): OnFlushError {
  let lastLoggedAt = Number.NEGATIVE_INFINITY
  let silenced = 0
  return ({ code, message }, events) => {
    // A full buffer drops one event for each new one. Logging each drop would flood the console.
    if (code === 'buffer_overflow' && performance.now() - lastLoggedAt < QUIET_MS) {
      silenced += events.length
      return
    }
    lastLoggedAt = performance.now()
    const keys = events.slice(0, SHOWN_KEYS).map(({ idempotencyKey }) => idempotencyKey)
    const more = events.length > SHOWN_KEYS ? ', …' : ''
    const before = silenced > 0 ? ` ${silenced} more were dropped before.` : ''
    silenced = 0
    console.error(
      `Purser ingestion: ${message} (${events.length} events: ${keys.join(', ')}${more})${before}`,
    )
  }
}
