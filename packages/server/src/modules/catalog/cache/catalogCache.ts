import { BoundedMap } from '../../../kernel/BoundedMap.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Session } from '../../../platform/db/session.ts'
import type { PlanRight } from '../plan/planRights.core.ts'
import { readPlanRight } from '../plan/planRights.sql.ts'
import { type CompiledCatalog, compileCatalog } from './compileCatalog.core.ts'
import { readMeteringSnapshot } from './meteringSnapshot.sql.ts'

/**
 * What is not known yet is read in the caller's own transaction: to wait for another connection
 * while holding one is how a pool locks up. Not for a transaction that has changed the catalog
 * itself: what it has not committed would be remembered.
 */
export interface CatalogCache {
  /** The catalog, at least as new as `version`. */
  get(session: Session, environmentId: string, version: number): Promise<CompiledCatalog>
  /** The catalog as it was last seen, which may be old: good for a guess only. */
  peek(environmentId: string): CompiledCatalog | undefined
  /** What a version of a plan gives. Only for one that has subscribers: it never changes then. */
  planTerms(
    session: Session,
    environmentId: string,
    planId: string,
    planVersion: number,
  ): Promise<PlanRight>
}

const MAX_CATALOGS = 1_000
const MAX_PLAN_VERSIONS = 20_000

/**
 * The catalogs of all environments in this process. The version that a reader brings comes from the
 * very query of what it reads, so a catalog write that was answered is seen by the next reader of
 * every process, without a word between them.
 */
export function createCatalogCache(): CatalogCache {
  const catalogs = new BoundedMap<string, CompiledCatalog>(MAX_CATALOGS)
  const plans = new BoundedMap<string, PlanRight>(MAX_PLAN_VERSIONS)
  return {
    get: async (session, environmentId, version) => {
      const cached = catalogs.get(environmentId)
      if (cached && cached.version >= version) return cached
      const loaded = compileCatalog(await readMeteringSnapshot(session, environmentId))
      // Another reader may have brought a newer one meanwhile.
      const current = catalogs.get(environmentId)
      if (!current || current.version < loaded.version) catalogs.set(environmentId, loaded)
      return loaded
    },
    peek: (environmentId) => catalogs.get(environmentId),
    planTerms: async (session, environmentId, planId, planVersion) => {
      const key = `${environmentId} ${planId} ${planVersion}`
      const cached = plans.get(key)
      if (cached) return cached
      const plan = await readPlanRight(session, environmentId, planId, planVersion)
      invariant(plan, 'a subscription rests on a plan')
      plans.set(key, plan)
      return plan
    },
  }
}
