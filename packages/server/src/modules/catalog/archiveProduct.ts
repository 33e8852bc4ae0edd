import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Product } from './core/catalogObjects.ts'
import { productKind } from './read/products.ts'
import { archiveObject } from './store.ts'

/** Takes a product off the market; its plans and their subscribers stay as they are. */
export const archiveProduct = (tx: Tx, scope: Scope, idOrSlug: string): Promise<Product> =>
  archiveObject(tx, scope, productKind, idOrSlug)
