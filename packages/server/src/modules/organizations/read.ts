import type { organizationEndpoints, ResponseOf } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { EnvironmentKind, KeyScope } from './core/apiKey.ts'

type Settings = ResponseOf<typeof organizationEndpoints.getOrganization>

export interface Environment {
  id: string
  organizationId: string
  kind: EnvironmentKind
  name: string
  logo: string | null
  website: string | null
  branding: Record<string, unknown> | null
  defaultCurrency: string
  timezone: string
  /** Who sells, as invoices say it. */
  seller: Settings['seller']
  dunningEnd: Settings['dunningEnd']
  createdAt: Date
  updatedAt: Date
}

export async function getEnvironment(tx: Tx, id: string): Promise<Environment> {
  const row = await tx
    .selectFrom('environments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    organizationId: row.organization_id,
    kind: row.kind as EnvironmentKind,
    name: row.name,
    logo: row.logo,
    website: row.website,
    branding: row.branding as Record<string, unknown> | null,
    defaultCurrency: row.default_currency,
    timezone: row.timezone,
    seller: row.seller as Environment['seller'],
    dunningEnd: row.dunning_end as Environment['dunningEnd'],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export interface Organization {
  id: string
  name: string
  environments: { id: string; kind: EnvironmentKind }[]
}

/** Every organization with its two environments, oldest first. */
export async function listOrganizations(db: Database | Tx): Promise<Organization[]> {
  const rows = await db
    .selectFrom('organizations as o')
    .innerJoin('environments as e', 'e.organization_id', 'o.id')
    .select(['o.id', 'o.name', 'e.id as environment_id', 'e.kind'])
    .orderBy('o.created_at')
    .orderBy('o.id')
    .orderBy('e.kind', 'desc')
    .execute()
  const organizations = new Map<string, Organization>()
  for (const row of rows) {
    const organization = organizations.get(row.id) ?? {
      id: row.id,
      name: row.name,
      environments: [],
    }
    organization.environments.push({ id: row.environment_id, kind: row.kind as EnvironmentKind })
    organizations.set(row.id, organization)
  }
  return [...organizations.values()]
}

/** The other environment of the same organization: where a promotion goes. */
export async function getSiblingScope(tx: Tx, scope: Scope): Promise<Scope> {
  const row = await tx
    .selectFrom('environments')
    .select(['id', 'kind'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '<>', scope.environmentId)
    .executeTakeFirstOrThrow()
  return { ...scope, environmentId: row.id, environment: row.kind as EnvironmentKind }
}

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

/** Keys that begin alike, with their hashes: the caller compares. */
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

/** What a portal token of this environment is signed with, still sealed; null when there is none. */
export async function findPortalSecret(
  db: Database | Tx,
  environmentId: string,
): Promise<{ organizationId: string; environment: EnvironmentKind; sealed: Buffer } | null> {
  const row = await db
    .selectFrom('environments')
    .select(['organization_id', 'kind', 'portal_secret'])
    .where('id', '=', environmentId)
    .executeTakeFirst()
  return row
    ? {
        organizationId: row.organization_id,
        environment: row.kind as EnvironmentKind,
        sealed: row.portal_secret,
      }
    : null
}

/** The scope of what Purser does by itself in an environment. */
export async function scopeOf(db: Database | Tx, environmentId: string, now: Date): Promise<Scope> {
  const row = await db
    .selectFrom('environments')
    .select(['organization_id', 'kind'])
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  const environment = row.kind as EnvironmentKind
  return { organizationId: row.organization_id, environmentId, environment, now }
}
