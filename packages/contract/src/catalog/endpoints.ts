import { z } from 'zod'
import {
  type Caller,
  type EndpointGroup,
  merchantReads,
  merchantWrites,
  publicReads,
} from '../endpoint.ts'
import { idOrSlug, page, pageQuery } from '../values/primitives.ts'
import {
  catalogDiff,
  catalogDocument,
  promoteCatalogBody,
  promotion,
  putCatalogQuery,
} from './document.ts'
import {
  createCreditCurrencyBody,
  createFeatureBody,
  createMetricBody,
  creditCurrencyRecord,
  feature,
  metric,
  updateCreditCurrencyBody,
  updateFeatureBody,
  updateMetricBody,
} from './metering.ts'
import {
  coupon,
  createCouponBody,
  createCreditPackageBody,
  createTierBody,
  creditPackage,
  tier,
  updateCouponBody,
  updateCreditPackageBody,
  updateTierBody,
} from './offer.ts'
import { createPlanBody, plan, planStatus, planVersions, updatePlanBody } from './plan.ts'
import { catalogStatus, createProductBody, product, updateProductBody } from './product.ts'
import { publicPricing } from './publicPricing.ts'

const params = z.object({ id: idOrSlug })

/** The five operations that every kind of catalog object has. */
function resource<
  Path extends string,
  Item extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Filters extends z.ZodRawShape,
>(of: {
  path: Path
  one: string
  many: string
  item: Item
  create: Create
  update: Update
  filters: Filters
  listedBy?: readonly Caller[]
}) {
  const { path, one, many, item } = of
  return {
    create: {
      method: 'POST',
      path: `/v1/${path}`,
      summary: `Create ${one}`,
      callers: merchantWrites,
      body: of.create,
      response: item,
      errors: ['already_exists'],
    },
    list: {
      method: 'GET',
      path: `/v1/${path}`,
      summary: `List ${many}, newest first`,
      callers: of.listedBy ?? merchantReads,
      query: z.strictObject({ ...pageQuery, ...of.filters }),
      response: page(item),
    },
    get: {
      method: 'GET',
      path: `/v1/${path}/:id`,
      summary: `Read ${one}`,
      callers: merchantReads,
      params,
      response: item,
      errors: ['not_found'],
    },
    update: {
      method: 'PATCH',
      path: `/v1/${path}/:id`,
      summary: `Change ${one}`,
      callers: merchantWrites,
      params,
      body: of.update,
      response: item,
      errors: ['not_found', 'invalid_state'],
    },
    archive: {
      method: 'POST',
      path: `/v1/${path}/:id/archive`,
      summary: `Archive ${one}: stops new use; existing use continues`,
      callers: merchantWrites,
      params,
      response: item,
      errors: ['not_found'],
    },
  } as const
}

const filters = { status: catalogStatus.optional() }

const products = resource({
  path: 'products',
  one: 'a product',
  many: 'products',
  item: product,
  create: createProductBody,
  update: updateProductBody,
  filters,
  listedBy: publicReads,
})
const creditCurrencies = resource({
  path: 'credit-currencies',
  one: 'a credit currency',
  many: 'credit currencies',
  item: creditCurrencyRecord,
  create: createCreditCurrencyBody,
  update: updateCreditCurrencyBody,
  filters,
})
const metrics = resource({
  path: 'metrics',
  one: 'a billable metric',
  many: 'billable metrics',
  item: metric,
  create: createMetricBody,
  update: updateMetricBody,
  filters,
})
const features = resource({
  path: 'features',
  one: 'a feature',
  many: 'features',
  item: feature,
  create: createFeatureBody,
  update: updateFeatureBody,
  filters,
})
const tiers = resource({
  path: 'tiers',
  one: 'a tier',
  many: 'tiers',
  item: tier,
  create: createTierBody,
  update: updateTierBody,
  filters: { ...filters, productId: idOrSlug.optional() },
})
const plans = resource({
  path: 'plans',
  one: 'a plan',
  many: 'plans',
  item: plan,
  create: createPlanBody,
  update: updatePlanBody,
  filters: {
    status: planStatus.optional().meta({
      description:
        '`migrated` lists replaced versions. Every other status lists the newest version.',
    }),
    productId: idOrSlug.optional(),
  },
  listedBy: publicReads,
})
const creditPackages = resource({
  path: 'credit-packages',
  one: 'a credit package',
  many: 'credit packages',
  item: creditPackage,
  create: createCreditPackageBody,
  update: updateCreditPackageBody,
  filters,
})
const coupons = resource({
  path: 'coupons',
  one: 'a coupon',
  many: 'coupons',
  item: coupon,
  create: createCouponBody,
  update: updateCouponBody,
  filters,
})

export const catalogEndpoints = {
  createProduct: products.create,
  listProducts: products.list,
  getProduct: products.get,
  updateProduct: products.update,
  archiveProduct: products.archive,
  createCreditCurrency: creditCurrencies.create,
  listCreditCurrencies: creditCurrencies.list,
  getCreditCurrency: creditCurrencies.get,
  updateCreditCurrency: creditCurrencies.update,
  archiveCreditCurrency: creditCurrencies.archive,
  createMetric: metrics.create,
  listMetrics: metrics.list,
  getMetric: metrics.get,
  updateMetric: metrics.update,
  archiveMetric: metrics.archive,
  createFeature: features.create,
  listFeatures: features.list,
  getFeature: features.get,
  updateFeature: features.update,
  archiveFeature: features.archive,
  createTier: tiers.create,
  listTiers: tiers.list,
  getTier: tiers.get,
  updateTier: tiers.update,
  archiveTier: tiers.archive,
  createPlan: plans.create,
  listPlans: plans.list,
  getPlan: plans.get,
  updatePlan: plans.update,
  archivePlan: plans.archive,
  publishPlan: {
    method: 'POST',
    path: '/v1/plans/:id/publish',
    summary: 'Put a draft or archived plan on sale',
    callers: merchantWrites,
    params,
    response: plan,
    errors: ['not_found', 'invalid_state'],
  },
  listPlanVersions: {
    method: 'GET',
    path: '/v1/plans/:id/versions',
    summary: 'List all versions of a plan, newest first',
    callers: merchantReads,
    params,
    query: z.strictObject(pageQuery),
    response: planVersions,
    errors: ['not_found'],
  },
  createCreditPackage: creditPackages.create,
  listCreditPackages: creditPackages.list,
  getCreditPackage: creditPackages.get,
  updateCreditPackage: creditPackages.update,
  archiveCreditPackage: creditPackages.archive,
  createCoupon: coupons.create,
  listCoupons: coupons.list,
  getCoupon: coupons.get,
  updateCoupon: coupons.update,
  archiveCoupon: coupons.archive,
  getPublicPricing: {
    method: 'GET',
    path: '/v1/public/pricing/:productId',
    summary: 'Read the public pricing of a product: only its self-serve tiers',
    callers: publicReads,
    params: z.object({ productId: idOrSlug }),
    response: publicPricing,
    errors: ['not_found'],
  },
  getCatalog: {
    method: 'GET',
    path: '/v1/catalog',
    summary: 'Read the whole catalog as one document',
    callers: merchantReads,
    response: catalogDocument,
  },
  putCatalog: {
    method: 'PUT',
    path: '/v1/catalog',
    summary: 'Replace the sections of the catalog that a document contains, all or nothing',
    callers: merchantWrites,
    query: putCatalogQuery,
    body: catalogDocument,
    response: catalogDiff,
  },
  promoteCatalog: {
    method: 'POST',
    path: '/v1/catalog/promote',
    summary: 'Copy the sandbox catalog, or one of its products, to live',
    callers: merchantWrites,
    body: promoteCatalogBody,
    response: promotion,
    errors: ['not_found', 'invalid_state'],
  },
} as const satisfies EndpointGroup
