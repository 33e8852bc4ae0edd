import { useCallback, useEffect, useRef, useState } from 'react'
import type { MerchantClient } from './createMerchantClient.ts'
import { type Followed, followRun } from './followRun.ts'
import { noProgress, type RunProgress, reduceRun } from './reduceRun.ts'
import { useRunAddress } from './useRunAddress.ts'

interface RunState {
  /** null: there is no run on this page. */
  readonly progress: RunProgress | null
  readonly error: Error | null
  /** By a client of its own where the key has only just been entered. */
  readonly start: (url: string, by: MerchantClient) => void
  /** Goes on with the run of the address, after an error. */
  readonly retry: () => void
  /** Back to the beginning, for another page. */
  readonly leave: () => void
}

/** The run that the address names, followed until it is done, or a new one. */
export function useRun(client: MerchantClient | null): RunState {
  const { runId, setRunId } = useRunAddress()
  const [progress, setProgress] = useState<RunProgress | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const following = useRef<{ id: string | null; stop: AbortController } | null>(null)

  const follow = useCallback(
    async (by: MerchantClient, followed: Followed) => {
      following.current?.stop.abort()
      const here = { id: 'id' in followed ? followed.id : null, stop: new AbortController() }
      following.current = here
      setError(null)
      let state = noProgress
      setProgress(state)
      try {
        for await (const event of followRun(by, followed, here.stop.signal)) {
          if (here.stop.signal.aborted) return
          state = reduceRun(state, event)
          setProgress(state)
          if (here.id === null && state.id !== null) {
            here.id = state.id
            setRunId(state.id)
          }
        }
      } catch (problem) {
        if (here.stop.signal.aborted) return
        setError(problem instanceof Error ? problem : new Error(String(problem)))
        if (here.id === null) setProgress(null)
        // With another key it may be followed after all.
        following.current = null
      }
    },
    [setRunId],
  )

  useEffect(() => {
    if (client === null) return
    if (runId === null) {
      // A run that is being started has no address yet.
      if (following.current?.id === null) return
      following.current?.stop.abort()
      following.current = null
      setProgress(null)
      setError(null)
    } else if (following.current?.id !== runId) void follow(client, { id: runId })
  }, [client, runId, follow])

  useEffect(
    () => () => {
      following.current?.stop.abort()
      following.current = null
    },
    [],
  )

  return {
    progress,
    error,
    start: (url, by) => void follow(by, { url }),
    retry: () => client && runId !== null && void follow(client, { id: runId }),
    leave: () => setRunId(null),
  }
}
