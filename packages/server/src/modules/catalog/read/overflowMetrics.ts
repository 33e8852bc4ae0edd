import type { Plan } from '@purser/contract'
import type { Tx } from '../../../platform/db/database.ts'

/**
 * The metrics of which a plan's usage charges price only what credits did not cover: those that add
 * up, of features whose credits overflow to the invoice.
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
