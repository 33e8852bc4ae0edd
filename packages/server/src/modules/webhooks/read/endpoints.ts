import type { EventKind, WebhookEndpoint } from '@purser/contract'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'

/** Endpoints of an environment that have not been deleted. */
const select = (tx: Tx, environmentId: string) =>
  tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'description', 'events', 'status', 'disabled_reason'])
    .select(['created_at', 'updated_at'])
    .where('environment_id', '=', environmentId)
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const render = (row: Row): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events as EventKind[],
  status: row.status as WebhookEndpoint['status'],
  disabledReason: row.disabled_reason as WebhookEndpoint['disabledReason'],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** An endpoint as the API shows it; null when there is none or it was deleted. */
export async function findWebhookEndpoint(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  const row = await select(tx, environmentId).where('id', '=', id).executeTakeFirst()
  return row ? render(row) : null
}

export async function listWebhookEndpoints(
  tx: Tx,
  environmentId: string,
  page: PageRequest,
): Promise<{ data: WebhookEndpoint[]; nextCursor: string | null }> {
  const rows = await select(tx, environmentId)
    .where(afterCursor(page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const placed = rows.map((row) => ({ ...row, createdAt: row.created_at }))
  return pageOf(placed, page.limit, render)
}
