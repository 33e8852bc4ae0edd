import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Tier } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { referenceProblem } from './core/reference.ts'
import { tierKind } from './read/offer.ts'
import { findProduct } from './read/products.ts'
import { bumpCatalogVersion, insertObject } from './store.ts'

export async function createTier(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof catalogEndpoints.createTier>,
): Promise<Tier> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const problems = new Problems()
  const slug = problems.slugOf(body)
  const product = await findProduct(tx, scope.environmentId, body.productId)
  problems.add('productId', referenceProblem('product', body.productId, product ?? undefined))
  problems.refuseIfAny()
  return insertObject(tx, scope, tierKind, slug, {
    slug,
    product_id: product?.id ?? '',
    name: body.name,
    display_order: body.displayOrder ?? 0,
    is_popular: body.isPopular ?? false,
    is_forever_free: body.isForeverFree ?? false,
    is_self_serve: body.isSelfServe ?? true,
    is_sales_led: body.isSalesLed ?? false,
    cta_label: body.ctaLabel ?? null,
  })
}
