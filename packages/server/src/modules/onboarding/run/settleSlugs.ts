import type { Tx } from '../../../platform/db/database.ts'
import { listAllCreditCurrencies, listAllFeatures, listAllMetrics } from '../../catalog/read.ts'
import type { CatalogDraft, DraftEntry } from '../draft/CatalogDraft.core.ts'
import { renameConflicts } from './renameConflicts.core.ts'

/**
 * Adjusts the slugs of a draft to a catalog. Objects with the same meaning are reused. All other
 * objects stay unchanged.
 */
export async function settleSlugs(
  tx: Tx,
  environmentId: string,
  draft: CatalogDraft,
): Promise<CatalogDraft> {
  const currencies = await listAllCreditCurrencies(tx, environmentId)
  const metrics = await listAllMetrics(tx, environmentId)
  const features = await listAllFeatures(tx, environmentId)
  const slugs = new Map([...currencies, ...metrics].map(({ id, slug }) => [id, slug]))
  const slugOf = (id: string | null | undefined) => (id ? (slugs.get(id) ?? id) : null)
  return renameConflicts(draft, ({ kind, slug, entry }: DraftEntry) => {
    if (kind === 'creditCurrency') {
      const stored = currencies.find((each) => each.slug === slug)
      return stored !== undefined && stored.denomination !== entry.denomination
    }
    if (kind === 'metric') {
      const stored = metrics.find((each) => each.slug === slug)
      return (
        stored !== undefined &&
        (stored.eventName !== entry.eventName ||
          stored.aggregation !== entry.aggregation ||
          (stored.property ?? null) !== (entry.property ?? null))
      )
    }
    if (kind !== 'feature') return false
    const stored = features.find((each) => each.slug === slug)
    return (
      stored !== undefined &&
      (stored.type !== entry.type ||
        slugOf(stored.metricId) !== slugOf(entry.metricId) ||
        slugOf(stored.creditCurrencyId) !== slugOf(entry.creditCurrencyId))
    )
  })
}
