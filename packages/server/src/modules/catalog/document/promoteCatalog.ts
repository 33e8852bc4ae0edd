import type { BodyOf, CatalogDocument, catalogEndpoints, ResponseOf } from '@purser/contract'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withSavepoint } from '../../../platform/db/withSavepoint.ts'
import { getSiblingScope } from '../../organizations/read.ts'
import { bumpCatalogVersion } from '../kinds/catalogVersion.sql.ts'
import { applyCatalogDocument } from './applyCatalogDocument.ts'
import { selectProduct, toDocument } from './catalogDocument.core.ts'
import { readStoredCatalog } from './readCatalogDocument.ts'

type Promotion = ResponseOf<typeof catalogEndpoints.promoteCatalog>

/**
 * Copies the sandbox catalog, or one product of it, to live. This is the only use case in which a
 * key of one environment writes to another environment, so it is restricted: it copies only the
 * catalog, only from the sandbox to the live environment of the same organization, and it archives
 * nothing in live.
 */
export async function promoteCatalog(
  tx: Tx,
  scope: Scope,
  { productId, dryRun = false }: BodyOf<typeof catalogEndpoints.promoteCatalog>,
): Promise<Promotion> {
  if (scope.environment !== 'sandbox') {
    throw new PurserError(
      'invalid_state',
      'A promotion copies from sandbox to live. Call it with a secret key of your sandbox.',
    )
  }
  const document = await readSandboxDocument(tx, scope, productId)
  const live = await getSiblingScope(tx, scope)
  const diff = await applyCatalogDocument(tx, live, publishDrafts(document), {
    dryRun,
    absent: 'keep',
  })
  return { ...diff, fromEnvironmentId: scope.environmentId, toEnvironmentId: live.environmentId }
}

async function readSandboxDocument(
  tx: Tx,
  scope: Scope,
  productId: string | undefined,
): Promise<CatalogDocument> {
  const stored = await withSavepoint(
    tx,
    async () => {
      await bumpCatalogVersion(tx, scope.environmentId)
      return readStoredCatalog(tx, scope.environmentId)
    },
    // Bumping the version only serves as a lock, because a promotion does not change the sandbox.
    () => false,
  )
  const document = toDocument(stored)
  if (productId === undefined) return document
  const product =
    stored.products.find(({ id }) => id === productId) ??
    stored.products.find(({ slug }) => slug === productId)
  if (!product) throw notFound('product', productId)
  if (product.status === 'archived') {
    throw new PurserError(
      'invalid_state',
      `The product "${product.slug}" is archived in the sandbox. Restore it to promote it.`,
    )
  }
  return selectProduct(document, product.slug)
}

/** Promoting a draft publishes it in the live environment. In the sandbox it stays a draft. */
const publishDrafts = (document: CatalogDocument): CatalogDocument => ({
  ...document,
  plans: Object.fromEntries(
    Object.entries(document.plans ?? {}).map(([slug, plan]) => [
      slug,
      { ...plan, status: 'active' as const },
    ]),
  ),
})
