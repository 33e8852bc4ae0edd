import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { json } from '../../platform/db/json.ts'
import type { Product } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { productKind } from './read/products.ts'
import { bumpCatalogVersion, insertObject } from './store.ts'

export async function createProduct(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof catalogEndpoints.createProduct>,
): Promise<Product> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const problems = new Problems()
  const slug = problems.slugOf(body)
  problems.refuseIfAny()
  return insertObject(tx, scope, productKind, slug, {
    slug,
    name: body.name,
    description: body.description ?? null,
    image_url: body.imageUrl ?? null,
    metadata: json(body.metadata ?? {}),
  })
}
