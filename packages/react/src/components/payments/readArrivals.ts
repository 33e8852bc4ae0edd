import type { PortalClient } from '../../client/createPortalClient.ts'
import { listAll } from '../../client/listAll.ts'
import type { UnsettledOutcome } from './UnsettledOutcome.ts'

/**
 * The ids of what has come of the kind that an outcome waits for: one that was not there before is
 * what was paid for.
 */
export async function readArrivals(
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
