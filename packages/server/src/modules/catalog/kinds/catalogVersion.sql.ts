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

/**
 * The first step of every catalog write: it tells caches that the catalog changes, and makes the
 * writes of one environment take turns, so that what one has checked no other takes away.
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
