import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { json } from '../../platform/db/json.ts'
import type { Product } from './core/catalogObjects.ts'
import { productKind } from './read/products.ts'
import { claimObject, updateObject } from './store.ts'

export async function updateProduct(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateProduct>,
): Promise<Product> {
  const { id } = await claimObject(tx, scope, productKind, idOrSlug)
  return updateObject(tx, scope, productKind, id, {
    name: body.name,
    description: body.description,
    image_url: body.imageUrl,
    metadata: body.metadata && json(body.metadata),
    status: body.status,
  })
}
