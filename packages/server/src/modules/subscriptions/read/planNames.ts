import type { Tx } from '../../../platform/db/database.ts'

/** Names by id. A customer may read that of its own plan, public or not. */
export async function readPlanNames(
  tx: Tx,
  environmentId: string,
  planIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('environment_id', '=', environmentId)
    .where('id', 'in', [...new Set(planIds)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
