import type { Plan, PlanEntitlement } from '@purser/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseAmount, toJsonNumber } from '../../../kernel/amount.ts'
import type { Tx } from '../../../platform/db/database.ts'

type Charge = Plan['charges'][number]
type GrantRule = Plan['grantRules'][number]
export type StoredTerms = Pick<Plan, 'charges' | 'entitlements' | 'grantRules'>

interface VersionKey {
  planId: string
  version: number
}

/** The terms of each version in the order asked for: three queries, however many versions. */
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

/** Rows by their version, in the order of their position. */
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
