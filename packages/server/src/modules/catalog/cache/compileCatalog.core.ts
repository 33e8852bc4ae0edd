import {
  type CreditCurrency,
  compareByDisplayOrder,
  type Feature,
  type Metric,
} from '../kinds/catalogObject.core.ts'

/**
 * The lookups that the hot path needs, for one version of a catalog. Archived objects are included,
 * because plans that use them remain valid.
 */
export interface CompiledCatalog {
  readonly version: number
  readonly features: ReadonlyMap<string, Feature>
  readonly featuresBySlug: ReadonlyMap<string, Feature>
  readonly metrics: ReadonlyMap<string, Metric>
  readonly metricsByEvent: ReadonlyMap<string, readonly Metric[]>
  /** Sorted by display order, then by slug. */
  readonly featuresByMetric: ReadonlyMap<string, readonly Feature[]>
  readonly creditCurrencies: ReadonlyMap<string, CreditCurrency>
}

interface CatalogParts {
  version: number
  features: readonly Feature[]
  metrics: readonly Metric[]
  creditCurrencies: readonly CreditCurrency[]
}

const byId = <Item extends { id: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]))

export function compileCatalog(parts: CatalogParts): CompiledCatalog {
  const { version, features, metrics, creditCurrencies } = parts
  const onMetrics = features.filter(({ metricId }) => metricId !== null).sort(compareByDisplayOrder)
  return {
    version,
    features: byId(features),
    featuresBySlug: new Map(features.map((feature) => [feature.slug, feature])),
    metrics: byId(metrics),
    metricsByEvent: Map.groupBy(metrics, ({ eventName }) => eventName),
    featuresByMetric: Map.groupBy(onMetrics, ({ metricId }) => metricId ?? ''),
    creditCurrencies: byId(creditCurrencies),
  }
}

/** Finds a feature by id or slug. If a slug equals another feature's id, the id wins. */
export const findFeatureByIdOrSlug = (
  catalog: CompiledCatalog,
  idOrSlug: string,
): Feature | undefined => catalog.features.get(idOrSlug) ?? catalog.featuresBySlug.get(idOrSlug)
