import type { CatalogDocument } from '@purser/contract'
import type { Tx } from '../../../platform/db/database.ts'
import {
  listAllCoupons,
  listAllCreditCurrencies,
  listAllCreditPackages,
  listAllFeatures,
  listAllMetrics,
  listAllProducts,
  listAllTiers,
} from '../kinds/kinds.sql.ts'
import { listAllPlans } from '../plan/plans.sql.ts'
import { toDocument } from './catalogDocument.core.ts'
import type { StoredCatalog } from './catalogEntry.core.ts'

export const readCatalogDocument = async (
  tx: Tx,
  environmentId: string,
): Promise<CatalogDocument> => toDocument(await readStoredCatalog(tx, environmentId))

/** Reads the whole catalog. The caller must prevent changes between the reads. */
export const readStoredCatalog = async (tx: Tx, environmentId: string): Promise<StoredCatalog> => ({
  products: await listAllProducts(tx, environmentId),
  creditCurrencies: await listAllCreditCurrencies(tx, environmentId),
  metrics: await listAllMetrics(tx, environmentId),
  features: await listAllFeatures(tx, environmentId),
  tiers: await listAllTiers(tx, environmentId),
  plans: await listAllPlans(tx, environmentId),
  creditPackages: await listAllCreditPackages(tx, environmentId),
  coupons: await listAllCoupons(tx, environmentId),
})
