import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Product } from '../core/catalogObjects.ts'
import { type CatalogStatus, type ObjectKind, readsOf, slugKey } from './objects.ts'

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

/** Whether a `product_id` is that of the product so named; true when none is named. */
export const isOfProduct = (
  productId: RawBuilder<unknown>,
  environmentId: string,
  named: string | undefined,
): RawBuilder<SqlBool> =>
  named === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${productId} = (
        SELECT product.id FROM products AS product
        WHERE product.environment_id = ${environmentId} AND ${named} IN (product.id, product.slug)
        ORDER BY product.id = ${named} DESC LIMIT 1)`
