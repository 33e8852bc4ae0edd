import { type OnboardingEvent, PurserError, readEventStream } from '@purser/contract/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { navigate, useLocation } from '../../page/useLocation.ts'
import type { MerchantClient } from '../createMerchantClient.ts'
import { noProgress, type RunProgress, reduceRun } from './reduceRun.ts'

interface RunState {
  /** The run in the page's address. A reload continues with this run. */
  readonly runId: string | null
  /** null while the page has no run. */
  readonly progress: RunProgress | null
  readonly error: Error | null
  /** Takes a client, because the hook's own client does not have a newly entered key yet. */
  readonly start: (url: string, client: MerchantClient) => void
  /** Follows the run in the address again after an error. */
  readonly retry: () => void
  /** Leaves the run, so that the merchant can enter another page. */
  readonly leave: () => void
}

/** Starts a run, or follows the run in the page's address, until it is done. */
export function useRun(client: MerchantClient | null): RunState {
  const runId = useLocation(({ search }) => new URLSearchParams(search).get('run'))
  const [progress, setProgress] = useState<RunProgress | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const subscription = useRef<{ runId: string | null; stop: AbortController } | null>(null)

  const follow = useCallback(async (runClient: MerchantClient, source: RunSource) => {
    subscription.current?.stop.abort()
    const current = { runId: 'id' in source ? source.id : null, stop: new AbortController() }
    subscription.current = current
    setError(null)
    let state = noProgress
    setProgress(state)
    try {
      for await (const event of followRun(runClient, source, current.stop.signal)) {
        if (current.stop.signal.aborted) return
        state = reduceRun(state, event)
        setProgress(state)
        if (current.runId === null && state.id !== null) {
          current.runId = state.id
          setRunId(state.id)
        }
      }
    } catch (problem) {
      if (current.stop.signal.aborted) return
      setError(problem instanceof Error ? problem : new Error(String(problem)))
      if (current.runId === null) setProgress(null)
      // Lets the effect below follow the run again once the merchant enters another key.
      subscription.current = null
    }
  }, [])

  useEffect(() => {
    if (client === null) return
    if (runId === null) {
      // A run that is just starting has no id yet, so the address cannot name it.
      if (subscription.current?.runId === null) return
      subscription.current?.stop.abort()
      subscription.current = null
      setProgress(null)
      setError(null)
    } else if (subscription.current?.runId !== runId) void follow(client, { id: runId })
  }, [client, runId, follow])

  useEffect(
    () => () => {
      subscription.current?.stop.abort()
      subscription.current = null
    },
    [],
  )

  return {
    runId,
    progress,
    error,
    start: (url, runClient) => void follow(runClient, { url }),
    retry: () => client && runId !== null && void follow(client, { id: runId }),
    leave: () => setRunId(null),
  }
}

const setRunId = (id: string | null): void =>
  navigate(location.pathname + (id === null ? '' : `?run=${encodeURIComponent(id)}`))

/** The address of a page to start a run for, or the id of an existing run. */
type RunSource = { readonly url: string } | { readonly id: string }

/** The pauses between attempts to reconnect. */
const PAUSES_MS = [250, 1_000, 2_000, 4_000, 8_000]

/**
 * Yields the events of a run until it is done. Reconnects after a broken connection and continues
 * after the last event. Throws if the run cannot be started or the connection stays broken.
 */
async function* followRun(
  client: MerchantClient,
  source: RunSource,
  signal: AbortSignal,
): AsyncGenerator<OnboardingEvent, void, undefined> {
  let runId = 'id' in source ? source.id : null
  let after: number | undefined
  let attempts = 0
  for (;;) {
    try {
      const stream =
        runId === null && 'url' in source
          ? client.stream('streamOnboarding', { body: { url: source.url } }, signal)
          : client.stream(
              'followOnboarding',
              { params: { id: runId ?? '' }, query: { after } },
              signal,
            )
      for await (const { id, event: name, data } of readEventStream(stream)) {
        const event = { event: name, data } as OnboardingEvent
        if (event.event === 'status') runId = event.data.id
        if (id !== null) {
          // Skips events that arrived before the connection broke.
          if (after !== undefined && Number(id) <= after) continue
          after = Number(id)
        }
        attempts = 0
        yield event
        if (event.event === 'done') return
      }
    } catch (error) {
      if (signal.aborted || !isTemporary(error) || runId === null) throw error
    }
    const pause = PAUSES_MS[attempts]
    if (runId === null || pause === undefined) throw new Error(CONNECTION_LOST)
    attempts += 1
    await waitFor(pause, signal)
  }
}

const CONNECTION_LOST =
  'The connection was lost. Purser continues in the background. Reload this page to see the progress.'

/** A refusal by the server is final. Every other error may be a network problem. */
const isTemporary = (error: unknown): boolean =>
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
