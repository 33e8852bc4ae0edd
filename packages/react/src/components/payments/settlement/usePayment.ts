import type { SettlementOutcome } from '@purser/contract/client'
import { useEffect, useRef, useState } from 'react'
import { useCheckoutSession } from '../../../checkout/useCheckoutSession.ts'
import type { PortalClient } from '../../../client/createPortalClient.ts'
import { listAll } from '../../../client/listAll.ts'
import { randomKey } from '../../../client/randomKey.ts'
import { useApiQuery } from '../../../client/useApiQuery.ts'
import { usePurser } from '../../../client/usePurser.ts'
import { useOnce } from '../../ui/useOnce.ts'
import type { CardFormResult } from '../form/providerForm.tsx'

/** Something is left to do or to wait for. */
export type UnsettledOutcome = Extract<SettlementOutcome, { kind: 'requires_form' | 'processing' }>

export interface PaymentProgress {
  /** `opening` and `form` until the form is filled in, then how far it has come. */
  readonly step: 'opening' | 'form' | Exclude<Arrival, 'unread'>
  readonly finishForm: (result: CardFormResult) => void
}

/** How far a payment, or the saving of a card, has come. */
export function usePayment(
  outcome: UnsettledOutcome,
  onSettled: ((outcome: UnsettledOutcome) => void) | undefined,
): PaymentProgress {
  const [isFilledIn, setIsFilledIn] = useState(outcome.kind === 'processing')
  const arrival = useArrival(outcome, isFilledIn)
  useOnce(arrival === 'arrived', () => onSettled?.(outcome))
  const finishForm = () => setIsFilledIn(true)
  if (arrival === 'unread') return { step: 'opening', finishForm }
  return { step: isFilledIn || arrival !== 'awaited' ? arrival : 'form', finishForm }
}

const ASK_EVERY_MS = 1_000
/** As long as a checkout session is waited for. */
const WAIT_MS = 90_000
/** When the page looks again for what was still awaited as its dialog was closed. */
const LOOK_AGAIN_MS = [2_000, 5_000, 15_000, 45_000, WAIT_MS]

type Arrival = 'unread' | 'awaited' | 'arrived' | 'expired' | 'not_told'

/**
 * Whether what an outcome promises has come. `unread` until it is known what was there before,
 * which has to be known before the form is filled in. From `isAwaited` on it is asked for.
 */
function useArrival(outcome: UnsettledOutcome, isAwaited: boolean): Arrival {
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

/**
 * The ids of what has come of the kind that an outcome waits for: one that was not there before is
 * what was paid for.
 */
async function readArrivals(
  client: PortalClient,
  outcome: UnsettledOutcome,
): Promise<readonly string[]> {
  const { invoiceId, subscriptionId } = outcome
  const isOurs = (paymentId: string | undefined): boolean =>
    outcome.kind === 'requires_form' || paymentId === outcome.paymentId
  if (invoiceId !== null) {
    const { payments } = await client.request('getInvoice', { params: { id: invoiceId } })
    return payments.flatMap(({ id, status }) => (status === 'succeeded' && isOurs(id) ? id : []))
  }
  if (subscriptionId !== null) {
    const { id, status } = await client.request('getSubscription', {
      params: { id: subscriptionId },
    })
    return status === 'incomplete' ? [] : [id]
  }
  if (outcome.amount === null) {
    const methods = await listAll((page) => client.request('listPaymentMethods', { query: page }))
    return methods.map(({ id }) => id)
  }
  const { data: attempts } = await client.request('listTopUpAttempts', {
    query: { status: 'succeeded', triggerSource: 'manual' },
  })
  return attempts.flatMap(({ id, paymentId }) => (isOurs(paymentId) ? id : []))
}
