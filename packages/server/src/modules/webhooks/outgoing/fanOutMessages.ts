import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockEnabledEndpoints } from '../endpoints/endpoints.sql.ts'
import { addresseesOf } from './addressees.core.ts'
import { insertDeliveries, takePendingMessages } from './deliveries.sql.ts'

const BATCH = 500

/**
 * Creates the deliveries of a batch of new messages, one per addressed endpoint. One transaction
 * takes the messages off the queue and inserts the deliveries, so each message is fanned out
 * exactly once, even with several workers. Returns the number of messages.
 */
export const fanOutMessages = (db: Database, now: Date): Promise<number> =>
  withTransaction(db, async (tx) => {
    const messages = await takePendingMessages(tx, BATCH)
    if (messages.length === 0) return 0
    const environments = [...new Set(messages.map(({ environmentId }) => environmentId))]
    const endpoints = await lockEnabledEndpoints(tx, environments)
    const deliveries = messages.flatMap((message) =>
      addresseesOf(message, endpoints).map(({ id }) => ({ message, endpointId: id })),
    )
    await insertDeliveries(tx, deliveries, now)
    return messages.length
  })
