import { type OnboardingEvent, PurserError, readEventStream } from '@purser/contract/client'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { MerchantClient } from '../createMerchantClient.ts'
import { noProgress, type RunProgress, reduceRun } from './reduceRun.ts'

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

/** What to follow: a run that is to be started, or one that is there already. */
type Followed = { readonly url: string } | { readonly id: string }

/** How long to wait before each further try, once nothing comes any more. */
const PAUSES_MS = [250, 1_000, 2_000, 4_000, 8_000]

/**
 * The events of a run until it is done. A connection that breaks is taken up where it was left;
 * a run that cannot be started, or a connection that stays broken, is an error.
 */
async function* followRun(
  client: MerchantClient,
  followed: Followed,
  signal: AbortSignal,
): AsyncGenerator<OnboardingEvent, void, undefined> {
  let id = 'id' in followed ? followed.id : null
  let after: number | undefined
  let tries = 0
  for (;;) {
    try {
      const stream =
        id === null && 'url' in followed
          ? client.stream('streamOnboarding', { body: { url: followed.url } }, signal)
          : client.stream(
              'followOnboarding',
              { params: { id: id ?? '' }, query: { after } },
              signal,
            )
      for await (const { id: number, event, data } of readEventStream(stream)) {
        const read = { event, data } as OnboardingEvent
        if (read.event === 'status') id = read.data.id
        if (number !== null) {
          // What was seen before the connection broke is not news.
          if (after !== undefined && Number(number) <= after) continue
          after = Number(number)
        }
        tries = 0
        yield read
        if (read.event === 'done') return
      }
    } catch (error) {
      if (signal.aborted || !isPassing(error) || id === null) throw error
    }
    const pause = PAUSES_MS[tries]
    if (id === null || pause === undefined) throw new Error(LOST)
    tries += 1
    await waitFor(pause, signal)
  }
}

const LOST =
  'The connection was lost and did not come back. The work goes on without this page: load it again to see how it stands.'

/** Refusals of the server stay refusals; everything else may be the network. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof PurserError) ||
  error.status === null ||
  error.status === 429 ||
  error.status >= 500

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const MOVED = 'purser-run-moved'

const subscribe = (onChange: () => void) => {
  addEventListener('popstate', onChange)
  addEventListener(MOVED, onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener(MOVED, onChange)
  }
}

const readRunId = () => new URLSearchParams(location.search).get('run')

interface RunAddress {
  readonly runId: string | null
  readonly setRunId: (id: string | null) => void
}

/** Which run the address names, so that a reload goes on with it. */
export function useRunAddress(): RunAddress {
  const runId = useSyncExternalStore(subscribe, readRunId)
  const setRunId = useCallback((id: string | null) => {
    const search = id === null ? '' : `?run=${encodeURIComponent(id)}`
    history.pushState(null, '', location.pathname + search)
    dispatchEvent(new Event(MOVED))
  }, [])
  return { runId, setRunId }
}
