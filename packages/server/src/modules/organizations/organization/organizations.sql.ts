import type { organizationEndpoints, ResponseOf } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import type { EnvironmentKind } from '../apiKeys/apiKey.core.ts'

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
  /** The legal details of the seller on invoices. */
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

/** Lists every organization with its two environments, oldest first. */
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

/**
 * Returns the scope of the other environment of the same organization, which is the target of a
 * promotion.
 */
export async function getSiblingScope(tx: Tx, scope: Scope): Promise<Scope> {
  const row = await tx
    .selectFrom('environments')
    .select(['id', 'kind'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '<>', scope.environmentId)
    .executeTakeFirstOrThrow()
  return { ...scope, environmentId: row.id, environment: row.kind as EnvironmentKind }
}

/** Returns the scope for work that Purser does in an environment without a request. */
export async function readScope(
  db: Database | Tx,
  environmentId: string,
  now: Date,
): Promise<Scope> {
  const row = await db
    .selectFrom('environments')
    .select(['organization_id', 'kind'])
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  const environment = row.kind as EnvironmentKind
  return { organizationId: row.organization_id, environmentId, environment, now }
}

export interface NewEnvironment {
  id: string
  organizationId: string
  kind: EnvironmentKind
  name: string
  defaultCurrency: string
  timezone: string
  portalSecret: Buffer
  now: Date
}

export const insertOrganization = (tx: Tx, id: string, name: string, now: Date) =>
  tx.insertInto('organizations').values({ id, name, created_at: now }).execute()

export const insertEnvironment = (tx: Tx, environment: NewEnvironment) =>
  tx
    .insertInto('environments')
    .values({
      id: environment.id,
      organization_id: environment.organizationId,
      kind: environment.kind,
      name: environment.name,
      default_currency: environment.defaultCurrency,
      timezone: environment.timezone,
      portal_secret: environment.portalSecret,
      created_at: environment.now,
      updated_at: environment.now,
    })
    .execute()

export interface EnvironmentChanges {
  name?: string | undefined
  logo?: string | null | undefined
  website?: string | null | undefined
  branding?: Record<string, unknown> | null | undefined
  defaultCurrency?: string | undefined
  timezone?: string | undefined
  seller?: Environment['seller'] | undefined
  dunningEnd?: Environment['dunningEnd'] | undefined
}

export const updateEnvironment = (tx: Tx, id: string, changes: EnvironmentChanges, now: Date) =>
  tx
    .updateTable('environments')
    .set({
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.logo !== undefined && { logo: changes.logo }),
      ...(changes.website !== undefined && { website: changes.website }),
      ...(changes.branding !== undefined && {
        branding: changes.branding === null ? null : json(changes.branding),
      }),
      ...(changes.defaultCurrency !== undefined && { default_currency: changes.defaultCurrency }),
      ...(changes.timezone !== undefined && { timezone: changes.timezone }),
      ...(changes.seller !== undefined && {
        seller: changes.seller === null ? null : json(changes.seller),
      }),
      ...(changes.dunningEnd !== undefined && { dunning_end: changes.dunningEnd }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()

/** Returns the encrypted secret that signs customer tokens of an environment, or null. */
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
