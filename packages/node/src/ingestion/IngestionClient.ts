import type {
  CheckResponse,
  OperationInput,
  PurserError,
  UsageEventInput,
} from '@purser/contract/client'
import { clientError } from '../clientError.ts'
import { unrefTimer } from '../timers.ts'
import { createTransport, newKey, type Transport } from '../transport.ts'
import {
  checkIngestionOptions,
  type IngestionOptions,
  type IngestionSettings,
} from './checkIngestionOptions.ts'
import { type BufferedEvent, EventQueue } from './EventQueue.ts'
import { createReporter, type Reporter } from './reporter.ts'
import { type BatchOutcome, type Rejection, sendBatch } from './sendBatch.ts'

/** The longest time between attempts while the server is unavailable. */
const MAX_QUIET_MS = 30_000

/**
 * Accepts usage events without making the caller wait, and sends them in batches, in order, one
 * request at a time. Create one client per process, and call `shutdown` before the process ends.
 */
export class IngestionClient {
  readonly #settings: IngestionSettings
  readonly #sender: Transport
  readonly #asker: Transport
  readonly #report: Reporter
  readonly #waiting = new EventQueue()
  /**
   * Events that the server has not answered yet, and the number of them that belong to the current
   * flush.
   */
  #inFlight: readonly BufferedEvent[] = []
  #tallied = 0
  /**
   * Total number of tracked events. The newest events are last, so this number marks the end of a
   * flush.
   */
  #tracked = 0
  #lastRequest: Promise<boolean> = Promise.resolve(true)
  #lastFlush: Promise<unknown> = Promise.resolve()
  #tally: FlushTally | null = null
  #isRunning = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #quietUntil = 0
  #lastError: PurserError | null = null
  #shutdown: Promise<FlushResult> | null = null

  constructor(options: IngestionOptions) {
    this.#settings = checkIngestionOptions(options)
    this.#sender = createTransport(this.#settings.connection, true)
    this.#asker = createTransport(this.#settings.connection)
    this.#report = createReporter(this.#settings.onFlushError)
  }

  /** Number of events that the server has not acknowledged, waiting or in flight. */
  get bufferSize(): number {
    return this.#waiting.length + this.#inFlight.length
  }

  /**
   * Buffers one event. Fills in `quantity`, `timestamp` and `idempotencyKey` if they are omitted.
   */
  track(event: UsageEventInput): void {
    if (this.#shutdown) throw alreadyShutDown()
    this.#waiting.push(fill(event))
    this.#tracked += 1
    if (this.bufferSize > this.#settings.maxBufferSize) this.#report.dropped(this.#waiting.take(1))
    if (this.#fullBatch() > 0 && performance.now() >= this.#quietUntil) this.#run()
    else this.#arm()
  }

  /**
   * Sends all unacknowledged events and returns the result. An `index` in the result is a position
   * among these events. Never rejects: events that could not be sent return to the buffer.
   */
  flush(): Promise<FlushResult> {
    const tally = new FlushTally(this.#tracked)
    const flush = this.#lastFlush.then(() => this.#flushAll(tally))
    this.#lastFlush = flush
    return flush
  }

  /** Checks immediately whether a customer may use a feature. Bypasses the buffer. */
  async check(body: OperationInput<'check'>['body']): Promise<CheckAnswer> {
    const { access, deniedReason } = await this.#asker.json('check', { body })
    return { access, ...(deniedReason !== undefined && { deniedReason }) }
  }

  /**
   * Stops the timer and sends the remaining events. Events that cannot be delivered go to
   * `onFlushError`.
   */
  shutdown(): Promise<FlushResult> {
    this.#shutdown ??= this.#close()
    return this.#shutdown
  }

  async #close(): Promise<FlushResult> {
    clearTimeout(this.#timer)
    this.#report.reportDropped()
    const result = await this.flush()
    if (this.#waiting.length > 0) this.#report.undelivered(this.#waiting.list(), this.#lastError)
    return result
  }

  async #flushAll(tally: FlushTally): Promise<FlushResult> {
    const release = keepProcessAlive()
    this.#tally = tally
    this.#tallied = this.#inFlight.length
    await this.#lastRequest
    const due = (): number => this.#waitingUpTo(tally.upTo)
    while (due() > 0 && (await this.#sendNext(due, false))) {}
    this.#tally = null
    release()
    this.#arm()
    return tally.result()
  }

  /** Sends in the background: all full batches, and all events up to the number `upTo`. */
  async #run(upTo = 0): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const due = (): number => Math.max(this.#waitingUpTo(upTo), this.#fullBatch())
    while (!this.#shutdown && due() > 0 && (await this.#sendNext(due, true))) {}
    this.#isRunning = false
    this.#arm()
  }

  /** Starts the timer if events wait for it. The delay grows while the server cannot be reached. */
  #arm(): void {
    if (!this.#settings.autoBatch || this.#shutdown || this.#isRunning) return
    if (this.#timer !== undefined || this.#waiting.length === 0) return
    const { flushIntervalMs } = this.#settings
    const delay = this.#failures > 0 ? this.#quietUntil - performance.now() : flushIntervalMs
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#run(this.#tracked)
    }, delay)
    unrefTimer(this.#timer)
  }

  /** Sends one request at a time, so that a customer's events arrive in order. */
  #sendNext(due: () => number, isBackground: boolean): Promise<boolean> {
    this.#lastRequest = this.#lastRequest.then(() => this.#send(due(), isBackground))
    return this.#lastRequest
  }

  /** Sends up to `count` of the oldest events. Returns whether the server can receive more. */
  async #send(count: number, isBackground: boolean): Promise<boolean> {
    this.#tallied = this.#tally ? this.#waitingUpTo(this.#tally.upTo) : 0
    const batch = this.#waiting.take(Math.min(count, this.#settings.maxBatchSize))
    if (batch.length === 0) return true
    this.#inFlight = batch
    const outcome = await sendBatch(this.#sender, batch)
    this.#inFlight = []
    this.#waiting.putBack(outcome.left)
    const settled = batch.length - outcome.left.length
    this.#tally?.add(Math.min(settled, this.#tallied), outcome.rejections)
    this.#noteHealth(outcome.error)
    this.#reportOutcome(batch, outcome, isBackground)
    return outcome.error === null
  }

  #noteHealth(error: PurserError | null): void {
    this.#lastError = error
    if (!error && this.#failures === 0) return
    this.#failures = error ? this.#failures + 1 : 0
    const { flushIntervalMs } = this.#settings
    const most = Math.max(MAX_QUIET_MS, flushIntervalMs)
    const quietMs = Math.min(most, flushIntervalMs * 2 ** this.#failures)
    this.#quietUntil = error ? performance.now() + quietMs * (0.5 + Math.random() / 2) : 0
    // The timer still has the previous delay.
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #reportOutcome(
    batch: readonly BufferedEvent[],
    outcome: BatchOutcome,
    isBackground: boolean,
  ): void {
    for (const { error, event } of outcome.refused) this.#report.failed(error, [event])
    // A caller of flush sees the rejections in its result. Few callers read the result of a
    // shutdown.
    if (isBackground || this.#shutdown) this.#report.rejected(batch, outcome)
    // A shutdown reports all remaining events together at its end.
    if (outcome.error && !this.#shutdown) this.#report.failed(outcome.error, outcome.left)
  }

  #waitingUpTo(upTo: number): number {
    return Math.max(0, this.#waiting.length - (this.#tracked - upTo))
  }

  #fullBatch(): number {
    const { maxBatchSize } = this.#settings
    return this.#waiting.length >= maxBatchSize ? maxBatchSize : 0
  }
}

export type CheckAnswer = Pick<CheckResponse, 'access' | 'deniedReason'>

/** Copies the event and its `properties`, because the caller may change its own object later. */
const fill = (event: UsageEventInput): BufferedEvent => ({
  ...event,
  ...(event.properties && { properties: { ...event.properties } }),
  quantity: event.quantity ?? 1,
  timestamp: event.timestamp ?? new Date().toISOString(),
  idempotencyKey: event.idempotencyKey ?? newKey(),
})

/** Keeps the process alive during a flush. Background timers do not. */
function keepProcessAlive(): () => void {
  const timer = setInterval(() => {}, MAX_QUIET_MS)
  return () => clearInterval(timer)
}

const alreadyShutDown = (): PurserError =>
  clientError(
    'already_shut_down',
    'This ingestion client was shut down. Create a new one to track more events.',
  )

export interface FlushResult {
  /** Includes events that the server already had. */
  readonly accepted: number
  readonly rejected: number
  /** `index` is the position of the event in the flush. */
  readonly rejections: readonly Rejection[]
}

/** Adds up the results of one flush, batch by batch. */
class FlushTally {
  /** The flush covers all events up to this number. */
  readonly upTo: number
  readonly #rejections: Rejection[] = []
  #settled = 0

  constructor(upTo: number) {
    this.upTo = upTo
  }

  /** Adds the first `settled` events of a batch, which the server accepted or rejected. */
  add(settled: number, rejections: readonly Rejection[]): void {
    for (const rejection of rejections) {
      if (rejection.index >= settled) continue
      this.#rejections.push({ ...rejection, index: this.#settled + rejection.index })
    }
    this.#settled += settled
  }

  result(): FlushResult {
    const rejected = this.#rejections.length
    return { accepted: this.#settled - rejected, rejected, rejections: this.#rejections }
  }
}
