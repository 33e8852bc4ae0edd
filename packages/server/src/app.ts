import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './kernel/clock.ts'
import { catalogInvariants, catalogRoutes } from './modules/catalog/index.ts'
import { customerInvariants, customerRoutes } from './modules/customers/index.ts'
import { entitlementInvariants, entitlementRoutes } from './modules/entitlements/index.ts'
import {
  createAuthenticate,
  organizationInvariants,
  organizationRoutes,
} from './modules/organizations/index.ts'
import type { Invariant } from './platform/db/checkInvariants.ts'
import { createDatabase, type Database } from './platform/db/database.ts'
import { databaseJobs } from './platform/db/jobs.ts'
import { createServer } from './platform/http/createServer.ts'
import { mountDocs } from './platform/http/mountDocs.ts'
import { mountOperations } from './platform/http/mountOperations.ts'
import { mountRoutes } from './platform/http/mountRoutes.ts'
import { createRateLimiter, type RateLimit, unlimited } from './platform/http/rateLimiter.ts'
import type { Route } from './platform/http/routes.ts'
import type { Jobs } from './platform/jobs/runJobs.ts'

export interface AppOptions {
  pool: pg.Pool
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
  const { pool, clock, logger, encryptionKey, publicUrl, rateLimit, metricsToken } = options
  const db = createDatabase(pool)
  const routes = [
    ...organizationRoutes({ encryptionKey, publicUrl }),
    ...customerRoutes,
    ...catalogRoutes,
    ...entitlementRoutes,
  ]
  const server = createServer(logger)
  mountOperations(server, { pool, metricsToken })
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
    ...entitlementInvariants,
  ]
  return { server, db, routes, jobs: databaseJobs(db, clock), invariants }
}
