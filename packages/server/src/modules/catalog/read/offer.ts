import { sql } from 'kysely'
import { parseAmount, toJsonNumber } from '../../../kernel/amount.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Coupon, CreditPackage, Tier } from '../core/catalogObjects.ts'
import {
  type CatalogStatus,
  type ObjectKind,
  readsOf,
  type StatusFilter,
  slugKey,
} from './objects.ts'
import { isOfProduct } from './products.ts'

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
  /** Id or slug. */
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

/** The tiers of a product that are in use, oldest first. */
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
  // Upper and lower case are the same code.
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
