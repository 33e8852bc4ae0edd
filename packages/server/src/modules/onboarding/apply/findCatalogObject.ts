import type { Tx } from '../../../platform/db/database.ts'
import {
  findCreditCurrency,
  findCreditPackage,
  findFeature,
  findMetric,
  findPlan,
  findProduct,
  findTier,
} from '../../catalog/read.ts'
import type { DraftKind } from '../draft/CatalogDraft.core.ts'

type Find = (tx: Tx, environmentId: string, slug: string) => Promise<StoredObject | null>

interface StoredObject {
  id: string
  slug: string
  status: string
}

const FINDS: Readonly<Record<DraftKind, Find>> = {
  product: findProduct,
  creditCurrency: findCreditCurrency,
  metric: findMetric,
  feature: findFeature,
  tier: findTier,
  plan: findPlan,
  creditPackage: findCreditPackage,
}

/** Finds a catalog object by kind and slug, archived or not. */
export async function findCatalogObject(
  tx: Tx,
  environmentId: string,
  kind: DraftKind,
  slug: string,
): Promise<StoredObject | null> {
  const found = await FINDS[kind](tx, environmentId, slug)
  // The lookup also accepts ids, and an id may look like the slug.
  return found?.slug === slug ? found : null
}
