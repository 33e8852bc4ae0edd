import type { CheckoutSessionStatus } from '@purser/contract/client'
import { useEffect, useRef, useState } from 'react'
import { useInvalidate } from '../client/invalidations.ts'
import { isTransient } from '../client/retryPolicy.ts'
import { type QueryState, useApiQuery, useAudience } from '../client/useApiQuery.ts'

const OFTEN_FOR_MS = 30_000
const OFTEN_MS = 1_000
const RARELY_MS = 5_000

interface CheckoutSessionOptions {
  readonly enabled?: boolean | undefined
  /**
   * After this time without a result, the status is `expired`, even if the server would still wait.
   */
  readonly maxWaitMs?: number | undefined
}

interface CheckoutSessionState extends QueryState {
  /** `idle`: there is nothing to wait for. */
  readonly status: 'idle' | CheckoutSessionStatus['status']
  readonly data: CheckoutSessionStatus | null
}

/** Polls a checkout until it is completed, then refetches everything that it may have changed. */
export function useCheckoutSession(
  checkoutSessionId: string | null,
  { enabled = true, maxWaitMs = 90_000 }: CheckoutSessionOptions = {},
): CheckoutSessionState {
  const invalidate = useInvalidate()
  const { isEnabled: isWatched } = useAudience({ enabled: enabled && Boolean(checkoutSessionId) })
  const { isOver, elapsedMs } = useWait(isWatched ? checkoutSessionId : null, maxWaitMs)
  const { data, ...state } = useApiQuery<CheckoutSessionStatus>({
    family: 'checkoutSession',
    key: [checkoutSessionId],
    enabled: isWatched,
    poll: ({ data: session, error }) => {
      if (isOver || (session && session.status !== 'pending')) return false
      if (error !== null && !isTransient(error)) return false
      return elapsedMs() < OFTEN_FOR_MS ? OFTEN_MS : RARELY_MS
    },
    load: async (client) => {
      const params = { id: checkoutSessionId ?? '' }
      const session = await client.request('getCheckoutSessionStatus', { params })
      if (session.status === 'completed') invalidate('completeCheckout')
      return session
    },
  })
  const session = isWatched ? (data ?? null) : null
  const serverStatus = session?.status ?? 'pending'
  const watchedStatus = serverStatus === 'pending' && isOver ? 'expired' : serverStatus
  return { status: isWatched ? watchedStatus : 'idle', data: session, ...state }
}

/** Measures the time spent waiting. A different id restarts it. */
function useWait(waitingFor: string | null, maxWaitMs: number) {
  const startedAt = useRef(0)
  const [gaveUpOn, setGaveUpOn] = useState<string | null>(null)
  useEffect(() => {
    if (waitingFor === null) return
    startedAt.current = Date.now()
    const timer = setTimeout(() => setGaveUpOn(waitingFor), maxWaitMs)
    return () => {
      clearTimeout(timer)
      setGaveUpOn(null)
    }
  }, [waitingFor, maxWaitMs])
  return {
    isOver: waitingFor !== null && gaveUpOn === waitingFor,
    elapsedMs: () => Date.now() - startedAt.current,
  }
}
