import type { EventKind, WebhookEndpoint } from '@purser/contract'
import { sql, type Updateable } from 'kysely'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { WebhookEndpoints } from '../../../platform/db/tables.ts'
import type { Addressee } from '../outgoing/addressees.core.ts'

const selectEndpoints = (tx: Tx, environmentId: string) =>
  tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'description', 'events', 'status', 'disabled_reason'])
    .select(['created_at', 'updated_at'])
    .where('environment_id', '=', environmentId)
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof selectEndpoints>['execute']>>[number]

const renderEndpoint = (row: Row): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events as EventKind[],
  status: row.status as WebhookEndpoint['status'],
  disabledReason: row.disabled_reason as WebhookEndpoint['disabledReason'],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Returns null when the endpoint does not exist or was deleted. */
export async function findWebhookEndpoint(
  tx: Tx,
  environmentId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  const row = await selectEndpoints(tx, environmentId).where('id', '=', id).executeTakeFirst()
  return row ? renderEndpoint(row) : null
}

export async function listWebhookEndpoints(
  tx: Tx,
  environmentId: string,
  page: PageRequest,
): Promise<{ data: WebhookEndpoint[]; nextCursor: string | null }> {
  const rows = await selectEndpoints(tx, environmentId)
    .where(afterCursor(page))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const pageRows = rows.map((row) => ({ ...row, createdAt: row.created_at }))
  return pageOf(pageRows, page.limit, renderEndpoint)
}

export interface EndpointKey {
  environmentId: string
  id: string
}

interface NewEndpoint extends EndpointKey {
  url: string
  description: string | null
  events: readonly string[]
  sealedSecret: Buffer
  now: Date
}

/** Counts the endpoints. Locks the environment, so that no other transaction adds one. */
export async function countEndpoints(tx: Tx, environmentId: string): Promise<number> {
  await tx
    .selectFrom('environments')
    .select('id')
    .where('id', '=', environmentId)
    .forNoKeyUpdate()
    .execute()
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('environment_id', '=', environmentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const insertEndpoint = (tx: Tx, endpoint: NewEndpoint) =>
  tx
    .insertInto('webhook_endpoints')
    .values({
      environment_id: endpoint.environmentId,
      id: endpoint.id,
      url: endpoint.url,
      description: endpoint.description,
      events: [...endpoint.events],
      status: 'enabled',
      sealed_secret: endpoint.sealedSecret,
      created_at: endpoint.now,
      updated_at: endpoint.now,
    })
    .execute()

export interface LockedEndpoint {
  url: string
  status: 'enabled' | 'disabled'
  sealedSecret: Buffer
  failingSince: Date | null
}

/**
 * Locks an endpoint for a change. Returns null when it does not exist or was deleted. Every
 * transaction locks the endpoint before its deliveries, to avoid deadlocks.
 */
export async function lockEndpoint(
  tx: Tx,
  { environmentId, id }: EndpointKey,
): Promise<LockedEndpoint | null> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select(['url', 'status', 'sealed_secret', 'failing_since'])
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    url: row.url,
    status: row.status as LockedEndpoint['status'],
    sealedSecret: row.sealed_secret,
    failingSince: row.failing_since,
  }
}

export const updateEndpoint = (
  tx: Tx,
  { environmentId, id }: EndpointKey,
  columns: Updateable<WebhookEndpoints>,
) =>
  tx
    .updateTable('webhook_endpoints')
    .set(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .execute()

/** Called when a delivery succeeded. */
export const clearFailingSince = (tx: Tx, { environmentId, id }: EndpointKey) =>
  tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute()

/**
 * Returns the enabled endpoints of some environments and keeps them enabled until the transaction
 * ends.
 */
export async function lockEnabledEndpoints(
  tx: Tx,
  environmentIds: readonly string[],
): Promise<Addressee[]> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select(['environment_id', 'id', 'events'])
    .where('environment_id', '=', sql<string>`ANY (${[...environmentIds]})`)
    .where('status', '=', 'enabled')
    .orderBy('environment_id')
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(({ environment_id, id, events }) => ({
    environmentId: environment_id,
    id,
    events,
  }))
}

/** Returns whether the endpoint is enabled, and keeps it so until the transaction ends. */
export async function lockIfEnabled(tx: Tx, { environmentId, id }: EndpointKey): Promise<boolean> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select('status')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.status === 'enabled'
}
