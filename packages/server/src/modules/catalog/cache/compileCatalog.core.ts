import {
  type CreditCurrency,
  type Feature,
  inDisplayOrder,
  type Metric,
} from '../kinds/catalogObject.core.ts'

/**
 * What the hot path looks up in a catalog, at one version of it. Archived objects are included:
 * whatever rests on them goes on.
 */
export interface CompiledCatalog {
  readonly version: number
  readonly features: ReadonlyMap<string, Feature>
  readonly featuresBySlug: ReadonlyMap<string, Feature>
  readonly metrics: ReadonlyMap<string, Metric>
  readonly metricsByEvent: ReadonlyMap<string, readonly Metric[]>
  /** The features on a metric, by display order and slug. */
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
  const onMetrics = features.filter(({ metricId }) => metricId !== null).sort(inDisplayOrder)
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

/** A feature by its id or its slug; a slug may be spelt like another feature's id, and then the id wins. */
export const featureNamed = (catalog: CompiledCatalog, idOrSlug: string): Feature | undefined =>
  catalog.features.get(idOrSlug) ?? catalog.featuresBySlug.get(idOrSlug)
