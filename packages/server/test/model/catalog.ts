import type { catalogEndpoints, Plan, ResponseOf } from '@purser/contract'

export type Metric = ResponseOf<typeof catalogEndpoints.getMetric>
export type Feature = ResponseOf<typeof catalogEndpoints.getFeature>
export type CreditCurrency = ResponseOf<typeof catalogEndpoints.getCreditCurrency>
export type CreditPackage = ResponseOf<typeof catalogEndpoints.getCreditPackage>

export type { Plan }
export type Terms = Plan['entitlements'][number]
export type TermsOf<Type extends Terms['type']> = Extract<Terms, { type: Type }>
export type GrantRule = Plan['grantRules'][number]
export type MeteredPeriod = NonNullable<TermsOf<'metered'>['period']>
export type Properties = Readonly<Record<string, unknown>>

/** What the merchant sells, as the API shows it; it does not change during a run. */
export interface Catalog {
  readonly metrics: readonly Metric[]
  readonly features: readonly Feature[]
  readonly creditCurrencies: readonly CreditCurrency[]
  readonly plans: readonly Plan[]
  readonly creditPackages: readonly CreditPackage[]
}

const inDisplayOrder = (a: Feature, b: Feature): number =>
  a.displayOrder - b.displayOrder || (a.slug < b.slug ? -1 : 1)

/** The features of a type on a metric, in the order in which they are shown and charged. */
export const featuresOn = (
  catalog: Catalog,
  metricIds: readonly string[],
  type: Feature['type'],
): Feature[] =>
  catalog.features
    .filter((feature) => feature.type === type && metricIds.includes(feature.metricId ?? ''))
    .toSorted(inDisplayOrder)

export const featureBySlug = (catalog: Catalog, slug: string): Feature | undefined =>
  catalog.features.find((feature) => feature.slug === slug)

export function planOf(catalog: Catalog, planId: string): Plan {
  const plan = catalog.plans.find(({ id }) => id === planId)
  if (!plan) throw new Error(`the catalog has no plan ${planId}`)
  return plan
}

/** Whether each filter's property is one of its values, by strict equality. */
export const matches = (filters: Metric['filter'], properties: Properties): boolean =>
  filters.every(({ property, in: values }) => (values as unknown[]).includes(properties[property]))
