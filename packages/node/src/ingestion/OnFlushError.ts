import type { PurserError } from '@purser/contract/client'
import type { BufferedEvent } from './BufferedEvent.ts'

/**
 * Is told of events that were not handed over. Those of a `code` of its own are gone:
 * `buffer_overflow` (dropped to make room), `events_rejected` (refused by the server, one by one),
 * `invalid_request` and `body_too_large` (refused alone), `events_undelivered` (left at the end of
 * `shutdown`). With any other code they are in the buffer again and will be sent.
 */
export type OnFlushError = (error: PurserError, events: readonly BufferedEvent[]) => unknown
