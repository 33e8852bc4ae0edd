import { BoundedMap } from '../../../kernel/BoundedMap.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Session } from '../../../platform/db/session.ts'
import type { PlanRights } from '../plan/planRights.core.ts'
import { readPlanRights } from '../plan/planRights.sql.ts'
import { type CompiledCatalog, compileCatalog } from './compileCatalog.core.ts'
import { readMeteringSnapshot } from './meteringSnapshot.sql.ts'

/**
 * Caches catalogs and plan versions. Entries that are missing are read in the caller's transaction:
 * a caller that waits for a second connection while it holds one can deadlock the pool. Do not use
 * the cache in a transaction that has changed the catalog, because the cache would keep uncommitted
 * data.
 */
export interface CatalogCache {
  /** Returns a catalog that is at least as new as `version`. */
  get(session: Session, environmentId: string, version: number): Promise<CompiledCatalog>
  /** Returns the cached catalog, which may be outdated. Use it only for guesses. */
  peek(environmentId: string): CompiledCatalog | undefined
  /**
   * Returns the rights of a plan version. Use it only for versions with subscribers, which never
   * change.
   */
  planTerms(
    session: Session,
    environmentId: string,
    planId: string,
    planVersion: number,
  ): Promise<PlanRights>
}

const MAX_CATALOGS = 1_000
const MAX_PLAN_VERSIONS = 20_000

/**
 * Creates the cache for all environments of this process. The reader's version comes from the same
 * query as the data that it reads, so the next reader in any process sees a committed catalog
 * write. The processes do not have to notify each other.
 */
export function createCatalogCache(): CatalogCache {
  const catalogs = new BoundedMap<string, CompiledCatalog>(MAX_CATALOGS)
  const plans = new BoundedMap<string, PlanRights>(MAX_PLAN_VERSIONS)
  return {
    get: async (session, environmentId, version) => {
      const cached = catalogs.get(environmentId)
      if (cached && cached.version >= version) return cached
      const loaded = compileCatalog(await readMeteringSnapshot(session, environmentId))
      // Another reader may have cached a newer catalog in the meantime.
      const current = catalogs.get(environmentId)
      if (!current || current.version < loaded.version) catalogs.set(environmentId, loaded)
      return loaded
    },
    peek: (environmentId) => catalogs.get(environmentId),
    planTerms: async (session, environmentId, planId, planVersion) => {
      const key = `${environmentId} ${planId} ${planVersion}`
      const cached = plans.get(key)
      if (cached) return cached
      const plan = await readPlanRights(session, environmentId, planId, planVersion)
      invariant(plan, 'every subscription has a plan')
      plans.set(key, plan)
      return plan
    },
  }
}
