import type { Database, Tx } from '../../../platform/db/database.ts'
import type { EnvironmentKind, KeyScope } from './apiKey.core.ts'

export interface ApiKey {
  id: string
  environmentId: string
  environment: EnvironmentKind
  organizationId: string
  scope: KeyScope
  name: string
  prefix: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

const selectKeys = (db: Database | Tx) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('environments as e', 'e.id', 'k.environment_id')
    .select(['k.id', 'k.environment_id', 'k.scope', 'k.name', 'k.prefix', 'k.hash'])
    .select(['k.created_at', 'k.last_used_at', 'k.revoked_at', 'e.kind', 'e.organization_id'])

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['execute']>>[number]

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  environmentId: row.environment_id,
  environment: row.kind as EnvironmentKind,
  organizationId: row.organization_id,
  scope: row.scope as KeyScope,
  name: row.name,
  prefix: row.prefix,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

export const listApiKeys = async (db: Database | Tx): Promise<ApiKey[]> =>
  (await selectKeys(db).orderBy('k.created_at').orderBy('k.id').execute()).map(toApiKey)

/** Finds keys with this prefix. The caller compares the hashes. */
export async function findApiKeysByPrefix(
  db: Database,
  prefix: string,
): Promise<(ApiKey & { hash: Buffer })[]> {
  const rows = await selectKeys(db).where('k.prefix', '=', prefix).execute()
  return rows.map((row) => ({ ...toApiKey(row), hash: row.hash }))
}

export async function findApiKeyByHash(tx: Database | Tx, hash: Buffer): Promise<ApiKey | null> {
  const row = await selectKeys(tx).where('k.hash', '=', hash).executeTakeFirst()
  return row ? toApiKey(row) : null
}

export interface NewApiKey {
  environmentId: string
  id: string
  scope: KeyScope
  name: string
  prefix: string
  hash: Buffer
  now: Date
}

export const insertApiKey = (tx: Tx, key: NewApiKey) =>
  tx
    .insertInto('api_keys')
    .values({
      environment_id: key.environmentId,
      id: key.id,
      kind: key.scope === 'publishable' ? 'publishable' : 'secret',
      scope: key.scope,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      created_at: key.now,
    })
    .execute()

/** Marks a key as revoked. A key that was already revoked keeps its first date. */
export const markRevoked = (tx: Tx, idOrPrefix: string, now: Date) =>
  tx
    .updateTable('api_keys')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where((eb) => eb.or([eb('id', '=', idOrPrefix), eb('prefix', '=', idOrPrefix)]))
    .returning(['id', 'prefix', 'revoked_at'])
    .execute()

export const markUsed = (db: Database, key: { environmentId: string; id: string }, now: Date) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('environment_id', '=', key.environmentId)
    .where('id', '=', key.id)
    .execute()
