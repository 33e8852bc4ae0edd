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
