import type { Plan, PlanEntitlement } from '@purser/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseAmount, toJsonNumber } from '../../../kernel/amount.ts'
import { newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import { findFeaturesBySlug } from '../kinds/kinds.sql.ts'
import { type GrantRule, type PlanTerms, TERM_PARTS, type TermPart } from './planTerms.core.ts'

type Charge = Plan['charges'][number]
type StoredTerms = Pick<Plan, 'charges' | 'entitlements' | 'grantRules'>

interface VersionKey {
  planId: string
  version: number
}

/** Reads the terms of each version, in the requested order. Always takes three queries. */
export async function readPlanTerms(
  tx: Tx,
  environmentId: string,
  versions: readonly VersionKey[],
): Promise<StoredTerms[]> {
  if (versions.length === 0) return []
  const ofVersions = sql<SqlBool>`t.environment_id = ${environmentId} AND (t.plan_id, t.version) IN (
    SELECT * FROM unnest(
      ${versions.map(({ planId }) => planId)}::text[],
      ${versions.map(({ version }) => version)}::integer[]))`
  const charges = await readCharges(tx, ofVersions)
  const entitlements = await readEntitlements(tx, ofVersions)
  const grantRules = await readGrantRules(tx, ofVersions)
  return versions.map((version) => {
    const name = nameOf(version)
    return {
      charges: charges.get(name) ?? [],
      entitlements: entitlements.get(name) ?? [],
      grantRules: grantRules.get(name) ?? [],
    }
  })
}

const nameOf = ({ planId, version }: VersionKey): string => `${planId}/${version}`

/** Groups rows by version and keeps their order. */
function byVersion<Row extends { plan_id: string; version: number }, Item>(
  rows: readonly Row[],
  render: (row: Row) => Item,
): Map<string, Item[]> {
  const grouped = Map.groupBy(rows, (row) => nameOf({ planId: row.plan_id, version: row.version }))
  return new Map([...grouped].map(([name, group]) => [name, group.map(render)]))
}

async function readCharges(tx: Tx, where: RawBuilder<SqlBool>): Promise<Map<string, Charge[]>> {
  const rows = await tx
    .selectFrom('plan_charges as t')
    .leftJoin('features as f', (join) =>
      join.onRef('f.environment_id', '=', 't.environment_id').onRef('f.id', '=', 't.feature_id'),
    )
    .selectAll('t')
    .select('f.slug as feature_slug')
    .where(where)
    .orderBy('t.position')
    .execute()
  return byVersion(rows, (row) => ({
    id: row.id,
    type: row.type as Charge['type'],
    name: row.name,
    pricing: row.pricing as Charge['pricing'],
    metricId: row.metric_id,
    featureSlug: row.feature_slug,
    quantity: row.quantity,
    timing: row.timing as Charge['timing'],
    minimum: row.minimum,
    filters: row.filters as Charge['filters'],
  }))
}

async function readEntitlements(
  tx: Tx,
  where: RawBuilder<SqlBool>,
): Promise<Map<string, PlanEntitlement[]>> {
  const rows = await tx
    .selectFrom('plan_entitlements as t')
    .innerJoin('features as f', (join) =>
      join.onRef('f.environment_id', '=', 't.environment_id').onRef('f.id', '=', 't.feature_id'),
    )
    .selectAll('t')
    .select('f.slug as feature_slug')
    .where(where)
    .orderBy('t.position')
    .execute()
  return byVersion(rows, (row) => {
    const terms = row.terms as Omit<PlanEntitlement, 'featureSlug'>
    return { featureSlug: row.feature_slug, ...terms } as PlanEntitlement
  })
}

async function readGrantRules(
  tx: Tx,
  where: RawBuilder<SqlBool>,
): Promise<Map<string, GrantRule[]>> {
  const rows = await tx
    .selectFrom('plan_grant_rules as t')
    .selectAll()
    .where(where)
    .orderBy('t.position')
    .execute()
  return byVersion(rows, (row) => ({
    creditCurrencyId: row.credit_currency_id,
    amount: toJsonNumber(parseAmount(row.amount)),
    cadence: row.cadence as GrantRule['cadence'],
    expires: row.expires as GrantRule['expires'],
    rollover: row.rollover as GrantRule['rollover'],
    priority: row.priority,
    onChange: row.on_change as GrantRule['onChange'],
  }))
}

/**
 * Locks the current version. No new subscription to it can be stored until the transaction ends,
 * because the foreign key of a subscription locks the same row. Check for subscribers in a later
 * statement. A later statement also sees the subscriptions that committed while this statement
 * waited.
 */
export async function lockCurrentVersion(
  tx: Tx,
  environmentId: string,
  planId: string,
): Promise<number> {
  const row = await tx
    .selectFrom('plan_versions')
    .select('version')
    .where('environment_id', '=', environmentId)
    .where('plan_id', '=', planId)
    .where('replaced_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  invariant(row, 'every plan has one current version')
  return row.version
}

export async function insertPlanVersion(
  tx: Tx,
  { environmentId, now }: Pick<Scope, 'environmentId' | 'now'>,
  { planId, version }: VersionKey,
  terms: PlanTerms,
): Promise<void> {
  await tx
    .insertInto('plan_versions')
    .values({ environment_id: environmentId, plan_id: planId, version, created_at: now })
    .execute()
  await insertTerms(tx, environmentId, { planId, version }, terms, TERM_PARTS)
}

/** Replaces the current version with a new one. */
export async function addPlanVersion(
  tx: Tx,
  { environmentId, now }: Scope,
  current: VersionKey,
  terms: PlanTerms,
): Promise<void> {
  await tx
    .updateTable('plan_versions')
    .set({ replaced_at: now })
    .where('environment_id', '=', environmentId)
    .where('plan_id', '=', current.planId)
    .where('version', '=', current.version)
    .execute()
  const next = { planId: current.planId, version: current.version + 1 }
  await insertPlanVersion(tx, { environmentId, now }, next, terms)
}

/** Replaces parts of a version in place. Only for a version without subscribers. */
export async function rewriteTerms(
  tx: Tx,
  environmentId: string,
  key: VersionKey,
  terms: PlanTerms,
  parts: readonly TermPart[],
): Promise<void> {
  for (const part of parts) {
    await tx
      .deleteFrom(tableOf[part])
      .where('environment_id', '=', environmentId)
      .where('plan_id', '=', key.planId)
      .where('version', '=', key.version)
      .execute()
  }
  await insertTerms(tx, environmentId, key, terms, parts)
}

const tableOf = {
  charges: 'plan_charges',
  entitlements: 'plan_entitlements',
  grantRules: 'plan_grant_rules',
} as const satisfies Record<TermPart, string>

async function insertTerms(
  tx: Tx,
  environmentId: string,
  { planId, version }: VersionKey,
  { charges, entitlements, grantRules }: PlanTerms,
  parts: readonly TermPart[],
): Promise<void> {
  const key = { environment_id: environmentId, plan_id: planId, version }
  const slugs = [...charges, ...entitlements].flatMap(({ featureSlug }) => featureSlug ?? [])
  const features = await findFeaturesBySlug(tx, environmentId, slugs)
  const featureIdOf = (slug: string): string => {
    const id = features.get(slug)?.id
    invariant(id, `the feature "${slug}" was found when the plan was checked`)
    return id
  }
  if (parts.includes('charges') && charges.length > 0) {
    await tx
      .insertInto('plan_charges')
      .values(
        charges.map((charge, position) => ({
          ...key,
          id: newId('charge'),
          position,
          type: charge.type,
          name: charge.name,
          pricing: json(charge.pricing),
          metric_id: charge.metricId,
          feature_id: charge.featureSlug === null ? null : featureIdOf(charge.featureSlug),
          quantity: charge.quantity,
          timing: charge.timing,
          minimum: charge.minimum,
          filters: json(charge.filters),
        })),
      )
      .execute()
  }
  if (parts.includes('entitlements') && entitlements.length > 0) {
    await tx
      .insertInto('plan_entitlements')
      .values(
        entitlements.map(({ featureSlug, ...terms }, position) => ({
          ...key,
          feature_id: featureIdOf(featureSlug),
          position,
          terms: json(terms),
        })),
      )
      .execute()
  }
  if (parts.includes('grantRules') && grantRules.length > 0) {
    await tx
      .insertInto('plan_grant_rules')
      .values(
        grantRules.map((rule, position) => ({
          ...key,
          position,
          credit_currency_id: rule.creditCurrencyId,
          amount: rule.amount,
          cadence: rule.cadence,
          expires: json(rule.expires),
          rollover: json(rule.rollover),
          priority: rule.priority,
          on_change: rule.onChange,
        })),
      )
      .execute()
  }
}
