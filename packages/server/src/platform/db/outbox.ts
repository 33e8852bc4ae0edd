import { bucketOf } from '../../kernel/bucket.ts'
import { newId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { arrayLiteral } from './arrayLiteral.ts'
import type { Tx } from './database.ts'
import { type Session, type Statement, sessionOf } from './session.ts'

export interface MerchantEvent {
  type: string
  customerId: string | null
  data: unknown
}

/** An event with its customer's bucket, for batches. */
export interface OutboxMessage {
  bucket: number
  environmentId: string
  customerId: string | null
  type: string
  data: unknown
  createdAt: Date
}

const INSERT_MESSAGES: Statement = {
  name: 'insert-outbox-messages',
  text: `
    WITH inserted AS (
      INSERT INTO outbox_messages
        (bucket, environment_id, id, type, customer_id, payload, created_at)
      SELECT unnest($1::smallint[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]),
        unnest($5::text[]), unnest($6::jsonb[]), unnest($7::timestamptz[])
      RETURNING bucket, environment_id, id)
    INSERT INTO outbox_pending (bucket, environment_id, id) SELECT * FROM inserted`,
}

/**
 * Writes events for merchants in the transaction of their cause, and marks them as still to be
 * delivered to webhook endpoints.
 */
export async function emitEvents(
  session: Session,
  messages: readonly OutboxMessage[],
): Promise<void> {
  if (messages.length === 0) return
  await session.query(INSERT_MESSAGES, [
    arrayLiteral(messages, ({ bucket }) => bucket),
    arrayLiteral(messages, ({ environmentId }) => environmentId),
    arrayLiteral(messages, () => newId('webhookMessage')),
    arrayLiteral(messages, ({ type }) => type),
    arrayLiteral(messages, ({ customerId }) => customerId),
    arrayLiteral(messages, ({ data }) => JSON.stringify(data)),
    arrayLiteral(messages, ({ createdAt }) => createdAt),
  ])
}

const INSERT_MESSAGE: Statement = {
  name: 'insert-outbox-message',
  text: `
    WITH inserted AS (
      INSERT INTO outbox_messages
        (bucket, environment_id, id, type, customer_id, payload, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, coalesce(
        (SELECT t.frozen_time FROM customers c
         JOIN test_clocks t ON t.environment_id = c.environment_id AND t.id = c.test_clock_id
         WHERE c.bucket = $1 AND c.environment_id = $2 AND c.id = $5), $7::timestamptz))
      RETURNING bucket, environment_id, id)
    INSERT INTO outbox_pending (bucket, environment_id, id) SELECT * FROM inserted`,
}

/** Emits one event. For a customer on a test clock, the event carries that clock's time. */
export async function emitEvent(tx: Tx, scope: Scope, event: MerchantEvent): Promise<void> {
  const { environmentId, now } = scope
  const { type, customerId, data } = event
  await sessionOf(tx).query(INSERT_MESSAGE, [
    bucketOf(environmentId, customerId ?? ''),
    environmentId,
    newId('webhookMessage'),
    type,
    customerId,
    JSON.stringify(data),
    now,
  ])
}
