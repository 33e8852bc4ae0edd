import type { Plan } from '@purser/contract'
import type { Tx } from '../../../platform/db/database.ts'
import type { Session, Statement } from '../../../platform/db/session.ts'
import type { EntitlementTerms } from './entitlementTerms.core.ts'
import type { PlanRights, Seats, UsageCharge } from './planRights.core.ts'

const PLAN_RIGHT: Statement = {
  name: 'catalog-plan-right',
  text: `
    SELECT p.interval, p.interval_count AS "intervalCount",
      coalesce((SELECT json_agg(json_build_array(e.feature_id, e.terms) ORDER BY e.position)
        FROM plan_entitlements e
        WHERE e.environment_id = $1 AND e.plan_id = $2 AND e.version = $3), '[]') AS entitlements,
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'metricId', c.metric_id,
          'filters', c.filters) ORDER BY c.position)
        FROM plan_charges c
        WHERE c.environment_id = $1 AND c.plan_id = $2 AND c.version = $3
          AND c.type = 'usage'), '[]') AS "usageCharges",
      coalesce((SELECT json_agg(json_build_object('featureId', f.id, 'featureSlug', f.slug,
          'featureType', f.type, 'quantity', coalesce(c.quantity, 1)) ORDER BY c.position)
        FROM plan_charges c
        JOIN features f ON f.environment_id = c.environment_id AND f.id = c.feature_id
        WHERE c.environment_id = $1 AND c.plan_id = $2 AND c.version = $3), '[]') AS seats
    FROM plans p WHERE p.environment_id = $1 AND p.id = $2`,
}

interface PlanRightRow extends Pick<PlanRights, 'interval' | 'intervalCount'> {
  entitlements: [string, EntitlementTerms][]
  usageCharges: UsageCharge[]
  seats: Seats[]
}

/** Reads the rights of a plan version. Returns null if the plan does not exist. */
export async function readPlanRights(
  session: Session,
  environmentId: string,
  planId: string,
  version: number,
): Promise<PlanRights | null> {
  const [row] = await session.query<PlanRightRow>(PLAN_RIGHT, [environmentId, planId, version])
  return row ? { ...row, entitlements: new Map(row.entitlements) } : null
}

/**
 * Lists the metrics whose usage charges price only the usage that credits did not cover. These are
 * the count and sum metrics of features with `onExhausted: 'invoice'`.
 */
export async function listOverflowMetricIds(
  tx: Tx,
  environmentId: string,
  { entitlements }: Pick<Plan, 'entitlements'>,
): Promise<string[]> {
  const slugs = entitlements
    .filter((each) => each.type === 'credit' && each.onExhausted === 'invoice')
    .map(({ featureSlug }) => featureSlug)
  if (slugs.length === 0) return []
  const rows = await tx
    .selectFrom('features')
    .innerJoin('metrics', (join) =>
      join
        .onRef('metrics.environment_id', '=', 'features.environment_id')
        .onRef('metrics.id', '=', 'features.metric_id'),
    )
    .select('metrics.id')
    .distinct()
    .where('features.environment_id', '=', environmentId)
    .where('features.slug', 'in', slugs)
    .where('metrics.aggregation', 'in', ['count', 'sum'])
    .orderBy('metrics.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the types of the features that a plan sells by the seat, by feature slug. */
export async function listSeatTypes(
  tx: Tx,
  environmentId: string,
  { charges }: Pick<Plan, 'charges'>,
): Promise<Record<string, 'metered' | 'config'>> {
  const slugs = charges.flatMap(({ featureSlug }) => featureSlug ?? [])
  if (slugs.length === 0) return {}
  const rows = await tx
    .selectFrom('features')
    .select(['slug', 'type'])
    .where('environment_id', '=', environmentId)
    .where('slug', 'in', slugs)
    .execute()
  return Object.fromEntries(rows.map(({ slug, type }) => [slug, type as 'metered' | 'config']))
}
