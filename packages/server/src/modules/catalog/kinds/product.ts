import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { json } from '../../../platform/db/json.ts'
import type { Product } from './catalogObject.core.ts'
import {
  archiveObject,
  findObjectForUpdate,
  insertObject,
  updateObject,
} from './catalogObject.sql.ts'
import { bumpCatalogVersion } from './catalogVersion.sql.ts'
import { productKind } from './kinds.sql.ts'
import { Problems } from './problems.core.ts'

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

export async function updateProduct(
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
  body: BodyOf<typeof catalogEndpoints.updateProduct>,
): Promise<Product> {
  const { id } = await findObjectForUpdate(tx, scope, productKind, idOrSlug)
  return updateObject(tx, scope, productKind, id, {
    name: body.name,
    description: body.description,
    image_url: body.imageUrl,
    metadata: body.metadata && json(body.metadata),
    status: body.status,
  })
}

/** Takes a product off sale. Its plans and their subscribers are not affected. */
export const archiveProduct = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Product> =>
  archiveObject(tx, scope, productKind, idOrSlug)
