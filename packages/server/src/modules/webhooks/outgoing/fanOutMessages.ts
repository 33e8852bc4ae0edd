import type { Database } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockEnabledEndpoints } from '../endpoints/endpoints.sql.ts'
import { addresseesOf } from './addressees.core.ts'
import { insertDeliveries, takePendingMessages } from './deliveries.sql.ts'

const BATCH = 500

/**
 * Hands a batch of new messages out to the endpoints that want them: off the queue and into the
 * deliveries in one transaction, hence exactly once, whoever else is at it. Returns how many.
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
