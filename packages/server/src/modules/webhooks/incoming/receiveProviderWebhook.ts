import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { ForgedWebhook, type PaymentProviders, type SignedEvent } from '../../payments/index.ts'
import { storeProviderEvent } from './providerEvents.sql.ts'

export interface ProviderDelivery {
  provider: string
  environmentId: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  now: Date
}

/** The result of a delivery, for the metric. */
export type DeliveryResult = 'accepted' | 'duplicate' | 'replayed' | ForgedWebhook['reason']

/**
 * Receives a provider's webhook: verifies the raw bytes, stores the event once by its id, and
 * queues its handling, so that the provider gets an answer immediately. A delivery without a
 * current signature changes nothing.
 */
export async function receiveProviderWebhook(
  db: Database,
  providers: PaymentProviders,
  { provider, environmentId, headers, body, now }: ProviderDelivery,
  count: (provider: string, result: DeliveryResult) => void,
): Promise<{ received: true }> {
  const connection = await providers.byId(environmentId, provider).catch((error: unknown) => {
    if (!(error instanceof PurserError)) throw error
    // Do not reveal which environments and providers exist.
    throw new PurserError('not_found', 'No such webhook address.', { cause: error })
  })
  let signed: SignedEvent
  try {
    signed = await connection.readWebhook({ headers, body, now })
  } catch (error) {
    if (!(error instanceof ForgedWebhook)) throw error
    count(provider, error.reason)
    throw invalidRequest([{ path: 'body', message: error.message }])
  }
  const { event, signature } = signed
  const stored = await withTransaction(db, async (tx) => {
    const key = { environmentId, provider, eventId: event.id }
    const result = await storeProviderEvent(tx, { ...key, event, signature, now })
    if (result === 'accepted') {
      const name = JSON.stringify([environmentId, provider, event.id])
      await enqueue(tx, { task: 'handleProviderEvent', payload: key, key: name })
    }
    return result
  })
  count(provider, stored)
  if (stored === 'replayed') {
    throw invalidRequest([{ path: 'body', message: 'this delivery was received before' }])
  }
  return { received: true }
}
