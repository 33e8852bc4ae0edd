import { catalogEndpoints } from '@purser/contract'
import { notFound, PurserError } from '../../kernel/errors.ts'
import { type PageRequest, pageRequest } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { defineRoutes, read, write } from '../../platform/http/routes.ts'
import { applyCatalogDocument } from './document/applyCatalogDocument.ts'
import { promoteCatalog } from './document/promoteCatalog.ts'
import { readCatalogDocument } from './document/readCatalogDocument.ts'
import { archiveCoupon, createCoupon, updateCoupon } from './kinds/coupon.ts'
import {
  archiveCreditCurrency,
  createCreditCurrency,
  updateCreditCurrency,
} from './kinds/creditCurrency.ts'
import {
  archiveCreditPackage,
  createCreditPackage,
  updateCreditPackage,
} from './kinds/creditPackage.ts'
import { archiveFeature, createFeature, updateFeature } from './kinds/feature.ts'
import { archiveMetric, createMetric, updateMetric } from './kinds/metric.ts'
import { archiveProduct, createProduct, updateProduct } from './kinds/product.ts'
import { archiveTier, createTier, updateTier } from './kinds/tier.ts'
import { createPlan } from './plan/createPlan.ts'
import { getPlan } from './plan/plans.sql.ts'
import { archivePlan, publishPlan } from './plan/publishPlan.ts'
import { updatePlan } from './plan/updatePlan.ts'
import { getPublicPricing } from './pricing/getPublicPricing.ts'
import {
  findCoupon,
  findCreditCurrency,
  findCreditPackage,
  findFeature,
  findMetric,
  findPlan,
  findProduct,
  findTier,
  listCoupons,
  listCreditCurrencies,
  listCreditPackages,
  listFeatures,
  listMetrics,
  listPlans,
  listPlanVersions,
  listProducts,
  listTiers,
} from './read.ts'

export const catalogRoutes = defineRoutes('catalog', catalogEndpoints, {
  createProduct: createRoute(createProduct),
  listProducts: read((tx, { scope, principal, query }) => {
    const status = visibleStatus(principal, query.status)
    return listProducts(tx, scope.environmentId, { status }, pageRequest(query))
  }),
  getProduct: getRoute('product', findProduct),
  updateProduct: updateRoute(updateProduct),
  archiveProduct: actionRoute(archiveProduct),

  createCreditCurrency: createRoute(createCreditCurrency),
  listCreditCurrencies: listRoute(listCreditCurrencies),
  getCreditCurrency: getRoute('credit currency', findCreditCurrency),
  updateCreditCurrency: updateRoute(updateCreditCurrency),
  archiveCreditCurrency: actionRoute(archiveCreditCurrency),

  createMetric: createRoute(createMetric),
  listMetrics: listRoute(listMetrics),
  getMetric: getRoute('metric', findMetric),
  updateMetric: updateRoute(updateMetric),
  archiveMetric: actionRoute(archiveMetric),

  createFeature: createRoute(createFeature),
  listFeatures: listRoute(listFeatures),
  getFeature: getRoute('feature', findFeature),
  updateFeature: updateRoute(updateFeature),
  archiveFeature: actionRoute(archiveFeature),

  createTier: createRoute(createTier),
  listTiers: listRoute(listTiers),
  getTier: getRoute('tier', findTier),
  updateTier: updateRoute(updateTier),
  archiveTier: actionRoute(archiveTier),

  createPlan: createRoute(createPlan),
  listPlans: read((tx, { scope, principal, query }) => {
    const status = visibleStatus(principal, query.status)
    const onlyPublic = !isMerchant(principal)
    const filter = { status, productId: query.productId, onlyPublic }
    return listPlans(tx, scope.environmentId, filter, pageRequest(query))
  }),
  getPlan: getRoute('plan', findPlan),
  updatePlan: updateRoute(updatePlan),
  archivePlan: actionRoute(archivePlan),
  publishPlan: actionRoute(publishPlan),
  listPlanVersions: read(async (tx, { scope, params, query }) => {
    const { id } = await getPlan(tx, scope, params.id)
    return listPlanVersions(tx, scope.environmentId, id, pageRequest(query))
  }),

  createCreditPackage: createRoute(createCreditPackage),
  listCreditPackages: listRoute(listCreditPackages),
  getCreditPackage: getRoute('credit package', findCreditPackage),
  updateCreditPackage: updateRoute(updateCreditPackage),
  archiveCreditPackage: actionRoute(archiveCreditPackage),

  createCoupon: createRoute(createCoupon),
  listCoupons: listRoute(listCoupons),
  getCoupon: getRoute('coupon', findCoupon),
  updateCoupon: updateRoute(updateCoupon),
  archiveCoupon: actionRoute(archiveCoupon),

  getPublicPricing: read((tx, { scope, params }) => getPublicPricing(tx, scope, params.productId)),

  getCatalog: read((tx, { scope }) => readCatalogDocument(tx, scope.environmentId)),
  putCatalog: write((tx, { scope, query, body }) =>
    applyCatalogDocument(tx, scope, body, { dryRun: query.dryRun ?? false }),
  ),
  promoteCatalog: write((tx, { scope, body }) => promoteCatalog(tx, scope, body)),
})

const isMerchant = (principal: Principal): boolean => principal.kind === 'secret'

/** Returns the status to list. The public sees only active objects and may not request others. */
function visibleStatus<Status extends string>(
  principal: Principal,
  requested: Status | undefined,
): Status | 'active' | undefined {
  if (isMerchant(principal)) return requested
  if (requested === undefined || requested === 'active') return 'active'
  throw new PurserError(
    'forbidden',
    `Only a secret key may list objects with the status "${requested}".`,
  )
}

// Route builders that the eight kinds share.

interface ObjectCall {
  scope: Scope
  params: { id: string }
}

function createRoute<Body, Item>(create: (tx: Tx, scope: Scope, body: Body) => Promise<Item>) {
  const handle = (tx: Tx, { scope, body }: { scope: Scope; body: Body }) => create(tx, scope, body)
  return { mode: 'write', handle } as const
}

function updateRoute<Body, Item>(
  update: (tx: Tx, scope: Scope, name: string, body: Body) => Promise<Item>,
) {
  const handle = (tx: Tx, { scope, params, body }: ObjectCall & { body: Body }) =>
    update(tx, scope, params.id, body)
  return { mode: 'write', handle } as const
}

function actionRoute<Item>(act: (tx: Tx, scope: Scope, name: string) => Promise<Item>) {
  const handle = (tx: Tx, { scope, params }: ObjectCall) => act(tx, scope, params.id)
  return { mode: 'write', handle } as const
}

function getRoute<Item>(
  noun: string,
  find: (tx: Tx, environmentId: string, name: string) => Promise<Item | null>,
) {
  const handle = async (tx: Tx, { scope, params }: ObjectCall): Promise<Item> => {
    const item = await find(tx, scope.environmentId, params.id)
    if (item === null) throw notFound(noun, params.id)
    return item
  }
  return { mode: 'read', handle } as const
}

interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

function listRoute<Filter, Item>(
  list: (tx: Tx, environmentId: string, filter: Filter, page: PageRequest) => Promise<Item>,
) {
  const handle = (tx: Tx, { scope, query }: { scope: Scope; query: Filter & PageQuery }) =>
    list(tx, scope.environmentId, query, pageRequest(query))
  return { mode: 'read', handle } as const
}
