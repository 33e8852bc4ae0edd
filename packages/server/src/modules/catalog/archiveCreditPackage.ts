import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CreditPackage } from './core/catalogObjects.ts'
import { creditPackageKind } from './read/offer.ts'
import { archiveObject } from './store.ts'

/** Takes a credit package off sale; credits bought with it stay. */
export const archiveCreditPackage = (
  tx: Tx,
  scope: Scope,
  idOrSlug: string,
): Promise<CreditPackage> => archiveObject(tx, scope, creditPackageKind, idOrSlug)
