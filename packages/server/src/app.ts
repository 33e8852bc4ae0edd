import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './kernel/clock.ts'
import { catalogInvariants, catalogRoutes, createCatalogCache } from './modules/catalog/index.ts'
import { creditInvariants, creditJobs, creditRoutes } from './modules/credits/index.ts'
import { customerInvariants, customerRoutes } from './modules/customers/index.ts'
import { entitlementInvariants, entitlementRoutes } from './modules/entitlements/index.ts'
import {
  createAuthenticate,
  organizationInvariants,
  organizationRoutes,
} from './modules/organizations/index.ts'
import { createRightsCache, usageInvariants, usageRoutes } from './modules/usage/index.ts'
import type { Breach, Invariant } from './platform/db/checkInvariants.ts'
import { createDatabase, type Database } from './platform/db/database.ts'
import { databaseJobs } from './platform/db/jobs.ts'
import { createServer } from './platform/http/createServer.ts'
import { mountDocs } from './platform/http/mountDocs.ts'
import { mountOperations } from './platform/http/mountOperations.ts'
import { mountRoutes } from './platform/http/mountRoutes.ts'
import { createRateLimiter, type RateLimit, unlimited } from './platform/http/rateLimiter.ts'
import type { Route } from './platform/http/routes.ts'
import { combineJobs, type Jobs } from './platform/jobs/runJobs.ts'

export interface AppOptions {
  pool: pg.Pool
  /** Connections of check and track alone, so that no slow report keeps them waiting. */
  hotPool: pg.Pool
  clock: Clock
  logger: Logger
  encryptionKey: Uint8Array
  publicUrl: string
  rateLimit: RateLimit | 'off'
  metricsToken: string | undefined
}

export interface App {
  server: FastifyInstance
  db: Database
  routes: readonly Route[]
  jobs: Jobs
  /** What must hold of the data at any time. */
  invariants: readonly Invariant[]
}

/** Puts the house together: the only place that knows every module. */
export function createApp(options: AppOptions): App {
  const { pool, hotPool, clock, logger, encryptionKey, publicUrl, rateLimit, metricsToken } =
    options
  const db = createDatabase(pool)
  const catalog = createCatalogCache()
  const rights = createRightsCache(catalog)
  const routes = [
    ...organizationRoutes({ encryptionKey, publicUrl }),
    ...customerRoutes,
    ...catalogRoutes,
    ...creditRoutes,
    ...usageRoutes({
      pool: hotPool,
      clock,
      catalog,
      rights,
      report: (error) => logger.error({ err: error }, 'An event could not be recorded.'),
    }),
    ...entitlementRoutes({ pool: hotPool, clock, catalog, rights }),
  ]
  const server = createServer(logger)
  mountOperations(server, { pool, hotPool, metricsToken })
  mountRoutes(server, routes, {
    db,
    clock,
    encryptionKey,
    authenticate: createAuthenticate({ db, clock, encryptionKey }),
    rateLimiter:
      rateLimit === 'off' ? unlimited : createRateLimiter(rateLimit, () => performance.now()),
  })
  mountDocs(server, routes, publicUrl)
  const invariants = [
    ...organizationInvariants,
    ...customerInvariants,
    ...catalogInvariants,
    ...creditInvariants,
    ...usageInvariants,
    ...entitlementInvariants,
  ]
  const report = ({ name, examples }: Breach) =>
    logger.error({ invariant: name, examples }, 'The books do not agree: run purser doctor.')
  const jobs = combineJobs(
    databaseJobs(db, clock),
    creditJobs(db, clock, { pool, invariants, report }),
  )
  return { server, db, routes, jobs, invariants }
}
