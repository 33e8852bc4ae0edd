import type { Tx } from '../../../platform/db/database.ts'

/**
 * Returns the catalog version of an environment, which increases with every change. Cached data is
 * valid as long as the version stays the same.
 */
export async function readCatalogVersion(tx: Tx, environmentId: string): Promise<number> {
  const row = await tx
    .selectFrom('catalog_heads')
    .select('version')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/**
 * Increases the catalog version. Every catalog write does this first, for two reasons: caches
 * notice the change, and the row lock serializes the writes of one environment, so that no other
 * write can invalidate a check before the commit.
 */
export async function bumpCatalogVersion(tx: Tx, environmentId: string): Promise<void> {
  await tx
    .insertInto('catalog_heads')
    .values({ environment_id: environmentId, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('environment_id')
        .doUpdateSet((eb) => ({ version: eb('catalog_heads.version', '+', 1) })),
    )
    .execute()
}
