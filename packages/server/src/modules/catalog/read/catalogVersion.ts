import type { Tx } from '../../../platform/db/database.ts'

/** Grows with every change of the environment's catalog; what was read under it stands as long. */
export async function readCatalogVersion(tx: Tx, environmentId: string): Promise<number> {
  const row = await tx
    .selectFrom('catalog_heads')
    .select('version')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row?.version ?? 0
}
