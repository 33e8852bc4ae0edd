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
  createProduct: creates(createProduct),
  listProducts: read((tx, { scope, principal, query }) => {
    const status = visibleStatus(principal, query.status)
    return listProducts(tx, scope.environmentId, { status }, pageRequest(query))
  }),
  getProduct: gets('product', findProduct),
  updateProduct: updates(updateProduct),
  archiveProduct: acts(archiveProduct),

  createCreditCurrency: creates(createCreditCurrency),
  listCreditCurrencies: lists(listCreditCurrencies),
  getCreditCurrency: gets('credit currency', findCreditCurrency),
  updateCreditCurrency: updates(updateCreditCurrency),
  archiveCreditCurrency: acts(archiveCreditCurrency),

  createMetric: creates(createMetric),
  listMetrics: lists(listMetrics),
  getMetric: gets('metric', findMetric),
  updateMetric: updates(updateMetric),
  archiveMetric: acts(archiveMetric),

  createFeature: creates(createFeature),
  listFeatures: lists(listFeatures),
  getFeature: gets('feature', findFeature),
  updateFeature: updates(updateFeature),
  archiveFeature: acts(archiveFeature),

  createTier: creates(createTier),
  listTiers: lists(listTiers),
  getTier: gets('tier', findTier),
  updateTier: updates(updateTier),
  archiveTier: acts(archiveTier),

  createPlan: creates(createPlan),
  listPlans: read((tx, { scope, principal, query }) => {
    const status = visibleStatus(principal, query.status)
    const onSaleToAnyone = !isMerchant(principal)
    const filter = { status, productId: query.productId, onSaleToAnyone }
    return listPlans(tx, scope.environmentId, filter, pageRequest(query))
  }),
  getPlan: gets('plan', findPlan),
  updatePlan: updates(updatePlan),
  archivePlan: acts(archivePlan),
  publishPlan: acts(publishPlan),
  listPlanVersions: read(async (tx, { scope, params, query }) => {
    const { id } = await getPlan(tx, scope, params.id)
    return listPlanVersions(tx, scope.environmentId, id, pageRequest(query))
  }),

  createCreditPackage: creates(createCreditPackage),
  listCreditPackages: lists(listCreditPackages),
  getCreditPackage: gets('credit package', findCreditPackage),
  updateCreditPackage: updates(updateCreditPackage),
  archiveCreditPackage: acts(archiveCreditPackage),

  createCoupon: creates(createCoupon),
  listCoupons: lists(listCoupons),
  getCoupon: gets('coupon', findCoupon),
  updateCoupon: updates(updateCoupon),
  archiveCoupon: acts(archiveCoupon),

  getPublicPricing: read((tx, { scope, params }) => getPublicPricing(tx, scope, params.productId)),

  getCatalog: read((tx, { scope }) => readCatalogDocument(tx, scope.environmentId)),
  putCatalog: write((tx, { scope, query, body }) =>
    applyCatalogDocument(tx, scope, body, { dryRun: query.dryRun ?? false }),
  ),
  promoteCatalog: write((tx, { scope, body }) => promoteCatalog(tx, scope, body)),
})

const isMerchant = (principal: Principal): boolean => principal.kind === 'secret'

/** The status to list: the public sees what is active, and may not ask for more. */
function visibleStatus<Status extends string>(
  principal: Principal,
  asked: Status | undefined,
): Status | 'active' | undefined {
  if (isMerchant(principal)) return asked
  if (asked === undefined || asked === 'active') return 'active'
  throw new PurserError('forbidden', `Only a secret key may list what is ${asked}.`)
}

// What the eight kinds have in common: from a decoded call to the use case.

interface Named {
  scope: Scope
  params: { id: string }
}

function creates<Body, Item>(create: (tx: Tx, scope: Scope, body: Body) => Promise<Item>) {
  const handle = (tx: Tx, { scope, body }: { scope: Scope; body: Body }) => create(tx, scope, body)
  return { mode: 'write', handle } as const
}

function updates<Body, Item>(
  update: (tx: Tx, scope: Scope, name: string, body: Body) => Promise<Item>,
) {
  const handle = (tx: Tx, { scope, params, body }: Named & { body: Body }) =>
    update(tx, scope, params.id, body)
  return { mode: 'write', handle } as const
}

function acts<Item>(act: (tx: Tx, scope: Scope, name: string) => Promise<Item>) {
  const handle = (tx: Tx, { scope, params }: Named) => act(tx, scope, params.id)
  return { mode: 'write', handle } as const
}

function gets<Item>(
  noun: string,
  find: (tx: Tx, environmentId: string, name: string) => Promise<Item | null>,
) {
  const handle = async (tx: Tx, { scope, params }: Named): Promise<Item> => {
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

function lists<Filter, Item>(
  list: (tx: Tx, environmentId: string, filter: Filter, page: PageRequest) => Promise<Item>,
) {
  const handle = (tx: Tx, { scope, query }: { scope: Scope; query: Filter & PageQuery }) =>
    list(tx, scope.environmentId, query, pageRequest(query))
  return { mode: 'read', handle } as const
}
