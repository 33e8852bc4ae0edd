import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { referenceProblem, requireActiveDependencies, type Tier } from './catalogObject.core.ts'
import {
  archiveObject,
  findObjectForUpdate,
  insertObject,
  updateObject,
} from './catalogObject.sql.ts'
import { bumpCatalogVersion } from './catalogVersion.sql.ts'
import { findProduct, tierKind } from './kinds.sql.ts'
import { Problems } from './problems.core.ts'

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

export async function updateTier(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateTier>,
): Promise<Tier> {
  const before = await findObjectForUpdate(tx, scope, tierKind, idOrSlug)
  if (body.status === 'active' && before.status === 'archived') {
    requireActiveDependencies(`The tier "${before.slug}"`, [
      { noun: 'product', item: await findProduct(tx, scope.environmentId, before.productId) },
    ])
  }
  return updateObject(tx, scope, tierKind, before.id, {
    name: body.name,
    display_order: body.displayOrder,
    is_popular: body.isPopular,
    is_forever_free: body.isForeverFree,
    is_self_serve: body.isSelfServe,
    is_sales_led: body.isSalesLed,
    cta_label: body.ctaLabel,
    status: body.status,
  })
}

/** Removes a tier from the pricing page. Its plans are not affected. */
export const archiveTier = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Tier> =>
  archiveObject(tx, scope, tierKind, idOrSlug)
