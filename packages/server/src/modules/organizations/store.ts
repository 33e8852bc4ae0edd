import type { Database, Tx } from '../../platform/db/database.ts'
import { json } from '../../platform/db/json.ts'
import type { EnvironmentKind, KeyScope } from './core/apiKey.ts'
import type { Environment } from './read.ts'

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

/** Marks a key as revoked; a key revoked before keeps its first date. */
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
