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

/** An outcome that still needs the customer or the provider. */
export type UnsettledOutcome = Extract<SettlementOutcome, { kind: 'requires_form' | 'processing' }>

export interface PaymentProgress {
  /** `opening` and `form` until the form is complete, then the progress of the payment. */
  readonly step: 'opening' | 'form' | Exclude<Arrival, 'unread'>
  readonly finishForm: (result: CardFormResult) => void
}

/** Tracks the progress of a payment, or of saving a card. */
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
/** As long as the page waits for a checkout session. */
const WAIT_MS = 90_000
/**
 * Times at which the page checks again for a result that was pending when its dialog was closed.
 */
const LOOK_AGAIN_MS = [2_000, 5_000, 15_000, 45_000, WAIT_MS]

type Arrival = 'unread' | 'awaited' | 'arrived' | 'expired' | 'unconfirmed'

/**
 * Returns whether the result of an outcome has arrived. Returns `unread` until the earlier results
 * are known. They must be known before the form is completed. Polls once `isAwaited` is true.
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
    return session.status === 'expired' ? 'unconfirmed' : 'awaited'
  }
  if (isAwaited && isOver) return 'unconfirmed'
  return before === null && error === null ? 'unread' : 'awaited'
}

/**
 * Lists the ids of the results that an outcome waits for. A new id is the result of this payment.
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
