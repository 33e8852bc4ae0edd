import { useEffect, useRef, useState } from 'react'
import { useCheckoutSession } from '../../checkout/useCheckoutSession.ts'
import { randomKey } from '../../client/randomKey.ts'
import { useApiQuery } from '../../client/useApiQuery.ts'
import { usePurser } from '../../client/usePurser.ts'
import { readArrivals } from './readArrivals.ts'
import type { UnsettledOutcome } from './UnsettledOutcome.ts'

const ASK_EVERY_MS = 1_000
/** As long as a checkout session is waited for. */
const WAIT_MS = 90_000
/** When the page looks again for what was still awaited as its dialog was closed. */
const LOOK_AGAIN_MS = [2_000, 5_000, 15_000, 45_000, WAIT_MS]

export type Arrival = 'unread' | 'awaited' | 'arrived' | 'expired' | 'not_told'

/**
 * Whether what an outcome promises has come. `unread` until it is known what was there before,
 * which has to be known before the form is filled in. From `isAwaited` on it is asked for.
 */
export function useArrival(outcome: UnsettledOutcome, isAwaited: boolean): Arrival {
  const { refresh } = usePurser()
  const sessionId = outcome.kind === 'requires_form' ? outcome.checkoutSessionId : null
  const session = useCheckoutSession(sessionId, { enabled: isAwaited })
  const [wait] = useState(randomKey)
  const [isOver, setIsOver] = useState(false)
  const [before, setBefore] = useState<readonly string[] | null>(
    outcome.kind === 'processing' ? [] : null,
  )
  const isNew = (ids: readonly string[] | undefined): boolean =>
    before !== null && (ids?.some((id) => !before.includes(id)) ?? false)
  const { data, error } = useApiQuery<readonly string[]>({
    family: 'checkoutSession',
    key: ['arrival', wait],
    enabled: sessionId === null,
    poll: ({ data: ids }) => (isAwaited && !isOver && !isNew(ids) ? ASK_EVERY_MS : false),
    load: (client) => readArrivals(client, outcome),
  })
  if (before === null && data !== undefined) setBefore(data)

  const hasArrived = sessionId === null ? isNew(data) : session.status === 'completed'
  useEffect(() => {
    if (hasArrived) void refresh()
  }, [hasArrived, refresh])
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setIsOver(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [isAwaited])

  const isStillAwaited = useRef(false)
  useEffect(() => {
    isStillAwaited.current = isAwaited && !hasArrived
  })
  useEffect(
    () => () => {
      if (!isStillAwaited.current) return
      for (const later of LOOK_AGAIN_MS) setTimeout(() => void refresh(), later)
    },
    [refresh],
  )

  if (hasArrived) return 'arrived'
  if (sessionId !== null) {
    if (session.data?.status === 'expired') return 'expired'
    return session.status === 'expired' ? 'not_told' : 'awaited'
  }
  if (isAwaited && isOver) return 'not_told'
  return before === null && error === null ? 'unread' : 'awaited'
}
