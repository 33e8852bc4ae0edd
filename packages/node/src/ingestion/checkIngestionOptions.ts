import {
  type Connection,
  type ConnectionOptions,
  checkOptions,
  checkWhole,
} from '../checkOptions.ts'
import { MAX_TRACK_EVENTS } from '../createTrack.ts'
import { createConsoleReporter, type OnFlushError } from './reporter.ts'

/** Options of `new IngestionClient(…)`. */
export interface IngestionOptions extends ConnectionOptions {
  /** Flush on a timer. Default true. */
  readonly autoBatch?: boolean | undefined
  /** Longest time in milliseconds that an event waits for the timer. Default 1000. */
  readonly flushIntervalMs?: number | undefined
  /** Number of waiting events that triggers a request, and the maximum per request. Default 100. */
  readonly maxBatchSize?: number | undefined
  /** Maximum number of events that the server has not acknowledged. Default 10000. */
  readonly maxBufferSize?: number | undefined
  /** Default: logs a short line to the console. */
  readonly onFlushError?: OnFlushError | undefined
}

export interface IngestionSettings {
  readonly connection: Connection
  readonly autoBatch: boolean
  readonly flushIntervalMs: number
  readonly maxBatchSize: number
  readonly maxBufferSize: number
  readonly onFlushError: OnFlushError
}

/** Returns the options with their defaults, or throws an error that names the invalid one. */
export function checkIngestionOptions(options: IngestionOptions): IngestionSettings {
  const connection = checkOptions(options)
  const { autoBatch = true, onFlushError = createConsoleReporter() } = options
  if (typeof autoBatch !== 'boolean') throw new TypeError('autoBatch must be true or false.')
  if (typeof onFlushError !== 'function') throw new TypeError('onFlushError must be a function.')
  return {
    connection,
    autoBatch,
    onFlushError,
    flushIntervalMs: checkWhole('flushIntervalMs', options.flushIntervalMs ?? 1_000, 1),
    maxBatchSize: checkWhole('maxBatchSize', options.maxBatchSize ?? 100, 1, MAX_TRACK_EVENTS),
    maxBufferSize: checkWhole('maxBufferSize', options.maxBufferSize ?? 10_000, 1),
  }
}
