import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './kernel/clock.ts'
import { catalogInvariants, catalogRoutes, createCatalogCache } from './modules/catalog/index.ts'
import {
  checkoutInvariants,
  checkoutJobs,
  checkoutRoutes,
  createCheckoutWork,
} from './modules/checkout/index.ts'
import {
  createCreditWork,
  creditInvariants,
  creditJobs,
  creditRoutes,
} from './modules/credits/index.ts'
import {
  customerInvariants,
  customerJobs,
  customerRoutes,
  testClockRoutes,
} from './modules/customers/index.ts'
import { entitlementInvariants, entitlementRoutes } from './modules/entitlements/index.ts'
import {
  type Billing,
  createCollectionWork,
  createPendingLinesWork,
  findTaxTerms,
  invoiceDeletionBlocker,
  invoiceJobs,
  invoicingInvariants,
  invoicingRoutes,
  taxRateRoutes,
} from './modules/invoicing/index.ts'
import {
  createModel,
  onboardingInvariants,
  onboardingJobs,
  onboardingRoutes,
} from './modules/onboarding/index.ts'
import {
  createAuthenticate,
  organizationInvariants,
  organizationRoutes,
} from './modules/organizations/index.ts'
import {
  createPaymentDueWork,
  createPaymentProviders,
  type ProviderAdapter,
  paymentDeletionBlocker,
  paymentInvariants,
  paymentJobs,
  paymentRoutes,
} from './modules/payments/index.ts'
import {
  createSandboxAdapter,
  createSandboxForms,
  mountSandboxPages,
  sandboxJobs,
  sandboxRoutes,
} from './modules/payments/providers/sandbox/index.ts'
import { createStripeAdapter } from './modules/payments/providers/stripe/index.ts'
import {
  createInvoiceFollower,
  createSubscriptionWork,
  subscriptionDeletionBlocker,
  subscriptionInvariants,
  subscriptionJobs,
  subscriptionRoutes,
} from './modules/subscriptions/index.ts'
import { hasBilledSubscription } from './modules/subscriptions/read.ts'
import {
  createTopUpWork,
  topUpDeletionBlocker,
  topUpInvariants,
  topUpJobs,
  topUpRoutes,
} from './modules/topups/index.ts'
import { createRightsCache, usageInvariants, usageRoutes } from './modules/usage/index.ts'
import { webhookInvariants, webhookJobs, webhookRoutes } from './modules/webhooks/index.ts'
import type { ModelSettings } from './platform/config.ts'
import { createDatabase, type Database } from './platform/db/database.ts'
import type { Breach, Invariant } from './platform/db/invariants/checkInvariants.ts'
import { databaseJobs } from './platform/db/jobs.ts'
import { createServer } from './platform/http/createServer.ts'
import { mountDocs } from './platform/http/docs/mountDocs.ts'
import { createServerMetrics } from './platform/http/metrics.ts'
import { mountOperations } from './platform/http/mountOperations.ts'
import { mountPages } from './platform/http/mountPages.ts'
import { mountRoutes } from './platform/http/mountRoutes.ts'
import { createRateLimiter, noRateLimit, type RateLimit } from './platform/http/rateLimiter.ts'
import type { Route } from './platform/http/routes.ts'
import { combineJobs, type Jobs } from './platform/jobs/runJobs.ts'
import { createGuardedFetch } from './platform/net/guardedFetch.ts'

export interface AppOptions {
  pool: pg.Pool
  /** Reserved for check and track, so that a slow report never delays them. */
  hotPool: pg.Pool
  clock: Clock
  logger: Logger
  encryptionKey: Uint8Array
  publicUrl: string
  rateLimit: RateLimit | 'off'
  metricsToken: string | undefined
  /** Used instead of the sandbox and Stripe adapters. */
  paymentProviders?: readonly ProviderAdapter[]
  /** Allows merchants' URLs to point to private addresses. Use in development only. */
  allowPrivateUrls: boolean
  /** The language model that helps to read pricing pages. */
  model?: ModelSettings | undefined
}

export interface App {
  server: FastifyInstance
  db: Database
  routes: readonly Route[]
  jobs: Jobs
  billing: Billing
  /** Queries that `purser doctor` and the nightly audit run to check the data. */
  invariants: readonly Invariant[]
}

/** Assembles the application. No other file knows every module. */
export function createApp(options: AppOptions): App {
  const { pool, hotPool, clock, logger, encryptionKey, publicUrl, rateLimit, metricsToken } =
    options
  const { allowPrivateUrls, model } = options
  const db = createDatabase(pool)
  const metrics = createServerMetrics({ app: pool, hot: hotPool })
  const catalog = createCatalogCache()
  const rights = createRightsCache(catalog)
  const sandbox = { db, clock, encryptionKey, publicUrl }
  const adapters = options.paymentProviders ?? [
    createSandboxAdapter(sandbox),
    createStripeAdapter(),
  ]
  const providers = createPaymentProviders(db, adapters, encryptionKey)
  const follower = createInvoiceFollower()
  const billing: Billing = { db, providers, tax: { taxFor: findTaxTerms }, follower }
  // If several of these block a deletion, the error names the first one.
  const deletionBlockers = [
    paymentDeletionBlocker,
    topUpDeletionBlocker,
    subscriptionDeletionBlocker,
    invoiceDeletionBlocker,
  ]
  const routes = [
    ...organizationRoutes({ encryptionKey, publicUrl }),
    ...customerRoutes({ hasBilledSubscription, deletionBlockers }),
    ...testClockRoutes,
    ...catalogRoutes,
    ...creditRoutes,
    ...paymentRoutes({ db, providers, adapters, encryptionKey, publicUrl }),
    ...sandboxRoutes(sandbox),
    ...usageRoutes({
      pool: hotPool,
      clock,
      catalog,
      rights,
      report: (error) => logger.error({ err: error }, 'An event could not be recorded.'),
    }),
    ...taxRateRoutes,
    ...invoicingRoutes(billing, { publicUrl, encryptionKey }),
    ...topUpRoutes(db, providers),
    ...subscriptionRoutes(billing, encryptionKey),
    ...entitlementRoutes({ pool: hotPool, clock, catalog, rights }),
    ...checkoutRoutes({ ...billing, publicUrl, encryptionKey }),
    ...onboardingRoutes(db),
    ...webhookRoutes({
      db,
      providers,
      countDelivery: metrics.countProviderWebhook,
      encryptionKey,
      allowPrivateUrls,
    }),
  ]
  const server = createServer(logger)
  mountOperations(server, { metrics, metricsToken, pool })
  mountRoutes(server, routes, {
    db,
    clock,
    encryptionKey,
    authenticate: createAuthenticate({ db, hotDb: createDatabase(hotPool), clock, encryptionKey }),
    rateLimiter:
      rateLimit === 'off' ? noRateLimit : createRateLimiter(rateLimit, () => performance.now()),
  })
  mountDocs(server, routes, publicUrl)
  mountPages(server, { publicUrl })
  mountSandboxPages(server, { forms: createSandboxForms(db, encryptionKey), clock })
  const invariants = [
    ...organizationInvariants,
    ...customerInvariants,
    ...catalogInvariants,
    ...creditInvariants,
    ...paymentInvariants,
    ...usageInvariants,
    ...invoicingInvariants,
    ...topUpInvariants,
    ...subscriptionInvariants,
    ...entitlementInvariants,
    ...checkoutInvariants,
    ...onboardingInvariants,
    ...webhookInvariants,
  ]
  const report = ({ name, examples }: Breach) =>
    logger.error({ invariant: name, examples }, 'An invariant is broken: run purser doctor.')
  // The order in which work that is due at the same instant of a test clock runs.
  const dueWorks = [
    createCreditWork(db, clock),
    createSubscriptionWork(billing, clock),
    createCollectionWork(billing, clock),
    createPendingLinesWork(billing, clock),
    createTopUpWork(db, providers, clock),
    createCheckoutWork(billing, clock),
    createPaymentDueWork(db, clock),
  ]
  const fetch = createGuardedFetch({ allowPrivate: allowPrivateUrls })
  const jobs = combineJobs(
    databaseJobs(db, clock),
    customerJobs(db, clock, dueWorks),
    creditJobs(db, clock, { pool, invariants, report }),
    paymentJobs(db, clock, providers),
    sandboxJobs(sandbox),
    invoiceJobs(billing, clock),
    topUpJobs(db, providers, clock),
    subscriptionJobs(billing, clock),
    checkoutJobs(billing, clock),
    onboardingJobs({ db, clock, logger, fetch, ask: model ? createModel(model) : null }),
    webhookJobs({ db, billing, clock, logger, encryptionKey, fetch }),
  )
  return { server, db, routes, jobs, billing, invariants }
}
