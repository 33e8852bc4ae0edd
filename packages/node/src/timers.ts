import { abortedError, timeoutError } from './clientError.ts'

export interface Deadline {
  /** The signal for `fetch`. Fires when the time is up or the caller aborts. */
  readonly signal: AbortSignal
  /**
   * Returns the result of the work, unless the deadline passes first. Also works if the work
   * ignores signals.
   */
  race<T>(work: Promise<T>): Promise<T>
  /** From now on, only the caller's signal counts. */
  stopClock(): void
  /** Clears the timer and stops listening to the caller's signal. */
  dispose(): void
}

/** Limits one attempt by a timeout and by the caller's signal. */
export function createDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let reject: (error: Error) => void = () => {}
  const deadlineError = new Promise<never>((_resolve, fail) => {
    reject = fail
  })
  // The promise may reject while nothing awaits it.
  deadlineError.catch(() => {})
  const end = (error: Error): void => {
    reject(error)
    controller.abort(error)
  }
  const abort = (): void => end(abortedError())
  const timer = setTimeout(() => end(timeoutError(timeoutMs)), timeoutMs)
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    race: (work) => Promise.race([deadlineError, work]),
    stopClock: () => clearTimeout(timer),
    dispose: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

interface PauseOptions {
  readonly signal?: AbortSignal | undefined
  /** True if no caller waits for the pause, so that the process may end during it. */
  readonly isBackground?: boolean
}

/** Waits. An aborted signal ends the wait with an error. */
export const pause = (
  ms: number,
  { signal, isBackground = false }: PauseOptions = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortedError())
      return
    }
    const abort = (): void => {
      clearTimeout(timer)
      reject(abortedError())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (isBackground) unrefTimer(timer)
    signal?.addEventListener('abort', abort, { once: true })
  })

const FIRST_MS = 500
const MAX_JITTER_MS = 8_000
/** The maximum wait, even if the server asks for longer, because the caller is waiting. */
const MAX_RETRY_AFTER_MS = 30_000

/**
 * Returns the delay before the next attempt: the delay that the server requested, plus a random
 * time below a limit that doubles. The random time keeps many clients from returning at once.
 */
export function backoff(triesBefore: number, retryAfterSeconds: number | null): number {
  const jitter = Math.random() * Math.min(MAX_JITTER_MS, FIRST_MS * 2 ** triesBefore)
  return Math.min((retryAfterSeconds ?? 0) * 1_000, MAX_RETRY_AFTER_MS) + jitter
}

/** Lets the process end while the timer runs. Each runtime has its own way to do this. */
export function unrefTimer(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null) (timer as { unref?(): void }).unref?.()
  else (globalThis as { Deno?: { unrefTimer?(id: unknown): void } }).Deno?.unrefTimer?.(timer)
}
