import { aborted } from './clientError.ts'
import { unrefTimer } from './unrefTimer.ts'

export interface PauseOptions {
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
