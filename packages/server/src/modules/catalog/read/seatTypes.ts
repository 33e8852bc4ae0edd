import type { Plan } from '@purser/contract'
import type { Tx } from '../../../platform/db/database.ts'

/** The types of the features that a plan sells by the seat, by slug. */
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
