import type { EventKind, WebhookMessage, WebhookPayload } from '@purser/contract'
import { sql } from 'kysely'
import { bucketOfId } from '../../../kernel/ids.ts'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'

const selectDeliveries = (tx: Tx, environmentId: string) =>
  tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('outbox_messages as m', (join) =>
      join
        .onRef('m.bucket', '=', 'd.bucket')
        .onRef('m.environment_id', '=', 'd.environment_id')
        .onRef('m.id', '=', 'd.message_id'),
    )
    .select(['d.bucket', 'd.id', 'd.message_id', 'd.endpoint_id', 'd.kind', 'd.status'])
    .select(['d.next_attempt_at', 'd.delivered_at', 'd.created_at'])
    .select(['m.payload', 'm.created_at as happened_at'])
    .where('d.environment_id', '=', environmentId)

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number]
type Attempt = WebhookMessage['attempts'][number]

/** Reads the attempts of each delivery, oldest first. */
async function readAttempts(
  tx: Tx,
  environmentId: string,
  deliveries: readonly Pick<Row, 'bucket' | 'id'>[],
): Promise<Map<string, Attempt[]>> {
  const attempts = new Map<string, Attempt[]>(deliveries.map(({ id }) => [id, []]))
  if (deliveries.length === 0) return attempts
  const rows = await tx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where((eb) =>
      eb(
        eb.refTuple('bucket', 'delivery_id'),
        'in',
        deliveries.map(({ bucket, id }) => eb.tuple(bucket, id)),
      ),
    )
    .orderBy('number')
    .execute()
  for (const row of rows) {
    attempts.get(row.delivery_id)?.push({
      attemptedAt: row.attempted_at.toISOString(),
      statusCode: row.status_code,
      error: row.error,
      durationMs: row.duration_ms,
    })
  }
  return attempts
}

const renderMessage = (row: Row, attempts: Attempt[]): WebhookMessage => ({
  id: row.id,
  messageId: row.message_id,
  endpointId: row.endpoint_id,
  kind: row.kind as EventKind,
  payload: payloadOf(row.kind, row.happened_at, row.payload),
  status: row.status as WebhookMessage['status'],
  attempts,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

/** The body of a webhook request. */
export const payloadOf = (type: string, happenedAt: Date, data: unknown): WebhookPayload => ({
  type: type as EventKind,
  timestamp: happenedAt.toISOString(),
  data: data as WebhookPayload['data'],
})

export async function findWebhookMessage(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<WebhookMessage | null> {
  const bucket = bucketOfId('webhookDelivery', id)
  if (bucket === null) return null
  const row = await selectDeliveries(tx, environmentId)
    .where('d.bucket', '=', bucket)
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return renderMessage(row, (await readAttempts(tx, environmentId, [row])).get(row.id) ?? [])
}

interface MessageFilter {
  endpointId?: string | undefined
  kind?: EventKind | undefined
  status?: WebhookMessage['status'] | undefined
  /** Both inclusive. */
  createdAfter?: string | undefined
  createdBefore?: string | undefined
}

/** Lists deliveries, newest first. */
export async function listWebhookMessages(
  tx: Tx,
  environmentId: string,
  { endpointId, kind, status, createdAfter, createdBefore }: MessageFilter,
  page: PageRequest,
): Promise<{ data: WebhookMessage[]; nextCursor: string | null }> {
  let query = selectDeliveries(tx, environmentId)
  if (endpointId !== undefined) query = query.where('d.endpoint_id', '=', endpointId)
  if (kind !== undefined) query = query.where('d.kind', '=', kind)
  if (status !== undefined) query = query.where('d.status', '=', status)
  if (createdAfter !== undefined) query = query.where('d.created_at', '>=', new Date(createdAfter))
  if (createdBefore !== undefined)
    query = query.where('d.created_at', '<=', new Date(createdBefore))
  const rows = await query
    .where(afterCursor(page, sql.ref('d.created_at'), sql.ref('d.id')))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const attempts = await readAttempts(tx, environmentId, rows.slice(0, page.limit))
  const pageRows = rows.map((row) => ({ ...row, createdAt: row.created_at }))
  return pageOf(pageRows, page.limit, (row) => renderMessage(row, attempts.get(row.id) ?? []))
}
