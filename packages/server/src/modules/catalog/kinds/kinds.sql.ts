import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseAmount, toJsonNumber } from '../../../kernel/amount.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type {
  Coupon,
  CreditCurrency,
  CreditPackage,
  Feature,
  Metric,
  Product,
  Tier,
} from './catalogObject.core.ts'
import {
  type CatalogStatus,
  type ObjectKind,
  readsOf,
  type StatusFilter,
  slugKey,
} from './catalogObject.sql.ts'

export const productKind: ObjectKind<'products', Product> = {
  table: 'products',
  idKind: 'product',
  noun: 'product',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    imageUrl: row.image_url,
    status: row.status as CatalogStatus,
    metadata: row.metadata as Product['metadata'],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const {
  find: findProduct,
  list: listProducts,
  listAll: listAllProducts,
} = readsOf(productKind)

/**
 * A condition on `product_id`: it must belong to the given product. Always true if no product is
 * given.
 */
export const isOfProduct = (
  productId: RawBuilder<unknown>,
  environmentId: string,
  idOrSlug: string | undefined,
): RawBuilder<SqlBool> =>
  idOrSlug === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${productId} = (
        SELECT product.id FROM products AS product
        WHERE product.environment_id = ${environmentId} AND ${idOrSlug} IN (product.id, product.slug)
        ORDER BY product.id = ${idOrSlug} DESC LIMIT 1)`

export const creditCurrencyKind: ObjectKind<'credit_currencies', CreditCurrency> = {
  table: 'credit_currencies',
  idKind: 'creditCurrency',
  noun: 'credit currency',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    denomination: row.denomination,
    minorUnitScale: row.minor_unit_scale,
    applyToInvoices: row.apply_to_invoices,
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const {
  find: findCreditCurrency,
  findMany: findCreditCurrencies,
  list: listCreditCurrencies,
  listAll: listAllCreditCurrencies,
} = readsOf(creditCurrencyKind)

export const metricKind: ObjectKind<'metrics', Metric> = {
  table: 'metrics',
  idKind: 'metric',
  noun: 'metric',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    eventName: row.event_name,
    aggregation: row.aggregation as Metric['aggregation'],
    property: row.property,
    filter: row.filter as Metric['filter'],
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const {
  find: findMetric,
  findMany: findMetrics,
  list: listMetrics,
  listAll: listAllMetrics,
} = readsOf(metricKind)

export const featureKind: ObjectKind<'features', Feature> = {
  table: 'features',
  idKind: 'feature',
  noun: 'feature',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    type: row.type as Feature['type'],
    metricId: row.metric_id,
    creditCurrencyId: row.credit_currency_id,
    creditCost: row.credit_cost as Feature['creditCost'],
    displayOrder: row.display_order,
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const {
  find: findFeature,
  findByKeys: findFeaturesBySlug,
  list: listFeatures,
  listAll: listAllFeatures,
} = readsOf(featureKind)

export const tierKind: ObjectKind<'tiers', Tier> = {
  table: 'tiers',
  idKind: 'tier',
  noun: 'tier',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    productId: row.product_id,
    name: row.name,
    slug: row.slug,
    displayOrder: row.display_order,
    isPopular: row.is_popular,
    isForeverFree: row.is_forever_free,
    isSelfServe: row.is_self_serve,
    isSalesLed: row.is_sales_led,
    ctaLabel: row.cta_label,
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

const tierReads = readsOf(tierKind)
export const { find: findTier, listAll: listAllTiers } = tierReads

interface TierFilter extends StatusFilter {
  /** Id or slug of the product. */
  productId?: string | undefined
}

export const listTiers = (
  tx: Tx,
  environmentId: string,
  { status, productId }: TierFilter,
  page: PageRequest,
) => {
  const where = isOfProduct(sql.ref('t.product_id'), environmentId, productId)
  return tierReads.list(tx, environmentId, { status, where }, page)
}

/** Lists the active tiers of a product, oldest first. */
export const listActiveTiers = (tx: Tx, environmentId: string, productId: string) =>
  tierReads.listAll(tx, environmentId, {
    status: 'active',
    where: sql`t.product_id = ${productId}`,
  })

export const creditPackageKind: ObjectKind<'credit_packages', CreditPackage> = {
  table: 'credit_packages',
  idKind: 'creditPackage',
  noun: 'credit package',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    creditCurrencyId: row.credit_currency_id,
    credits: toJsonNumber(parseAmount(row.credits)),
    price: row.price,
    currency: row.currency,
    tierId: row.tier_id,
    expiresAfterDays: row.expires_after_days,
    priority: row.priority,
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const {
  find: findCreditPackage,
  list: listCreditPackages,
  listAll: listAllCreditPackages,
} = readsOf(creditPackageKind)

export const couponKind: ObjectKind<'coupons', Coupon> = {
  table: 'coupons',
  idKind: 'coupon',
  noun: 'coupon',
  // Coupon codes are case-insensitive.
  key: {
    name: 'code',
    column: 'code_key',
    of: ({ code }) => code.toLowerCase(),
    fold: (code) => code.toLowerCase(),
  },
  render: (row) => ({
    id: row.id,
    code: row.code,
    percentOff: row.percent_off === null ? null : toJsonNumber(parseAmount(row.percent_off)),
    amountOff: row.amount_off,
    currency: row.currency,
    duration: row.duration as Coupon['duration'],
    durationInPeriods: row.duration_in_periods,
    maxRedemptions: row.max_redemptions,
    expiresAt: row.expires_at?.toISOString() ?? null,
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const { find: findCoupon, list: listCoupons, listAll: listAllCoupons } = readsOf(couponKind)
