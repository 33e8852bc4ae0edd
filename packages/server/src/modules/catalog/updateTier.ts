import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Tier } from './core/catalogObjects.ts'
import { requireActive } from './core/requireActive.ts'
import { tierKind } from './read/offer.ts'
import { findProduct } from './read/products.ts'
import { claimObject, updateObject } from './store.ts'

export async function updateTier(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateTier>,
): Promise<Tier> {
  const before = await claimObject(tx, scope, tierKind, idOrSlug)
  if (body.status === 'active' && before.status === 'archived') {
    requireActive(`The tier "${before.slug}"`, [
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
