import { aborted, timedOut } from './clientError.ts'

export interface Deadline {
  /** For `fetch`: fires when the time is up or the caller has aborted. */
  readonly signal: AbortSignal
  /** What the work comes to, unless it is ended before; also when the work does not heed signals. */
  race<T>(work: Promise<T>): Promise<T>
  /** From here on only the caller's signal counts. */
  stopClock(): void
  /** Lets go of the timer and of the caller's signal. */
  dispose(): void
}

/** How long one try may take, and whoever may end it. */
export function createDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let reject: (error: Error) => void = () => {}
  const ended = new Promise<never>((_resolve, fail) => {
    reject = fail
  })
  // Nobody may be racing when it ends.
  ended.catch(() => {})
  const end = (error: Error): void => {
    reject(error)
    controller.abort(error)
  }
  const abort = (): void => end(aborted())
  const timer = setTimeout(() => end(timedOut(timeoutMs)), timeoutMs)
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    race: (work) => Promise.race([ended, work]),
    stopClock: () => clearTimeout(timer),
    dispose: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

interface PauseOptions {
  readonly signal?: AbortSignal | undefined
  /** Nobody waits for it, so that the process may end meanwhile. */
  readonly isBackground?: boolean
}

/** Waits; an aborted signal ends the wait with an error. */
export const pause = (
  ms: number,
  { signal, isBackground = false }: PauseOptions = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted())
      return
    }
    const abort = (): void => {
      clearTimeout(timer)
      reject(aborted())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (isBackground) unrefTimer(timer)
    signal?.addEventListener('abort', abort, { once: true })
  })

const FIRST_MS = 500
const MOST_MS = 8_000
/** A server that asks for longer is asked again before that: the caller is waiting. */
const MOST_ASKED_MS = 30_000

/**
 * How long to wait before the next try: anything up to a bound that doubles, so that many clients
 * do not come back at once, after what the server asked for.
 */
export function backoff(triesBefore: number, retryAfterSeconds: number | null): number {
  const jitter = Math.random() * Math.min(MOST_MS, FIRST_MS * 2 ** triesBefore)
  return Math.min((retryAfterSeconds ?? 0) * 1_000, MOST_ASKED_MS) + jitter
}

/** Lets the process end although the timer runs, in whichever way the runtime has for it. */
export function unrefTimer(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null) (timer as { unref?(): void }).unref?.()
  else (globalThis as { Deno?: { unrefTimer?(id: unknown): void } }).Deno?.unrefTimer?.(timer)
}
