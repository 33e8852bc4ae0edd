import type { catalogEndpoints, Plan, ResponseOf, taxRateEndpoints } from '@purser/contract'

export type Metric = ResponseOf<typeof catalogEndpoints.getMetric>
export type Feature = ResponseOf<typeof catalogEndpoints.getFeature>
export type CreditCurrency = ResponseOf<typeof catalogEndpoints.getCreditCurrency>
export type CreditPackage = ResponseOf<typeof catalogEndpoints.getCreditPackage>

export type Coupon = ResponseOf<typeof catalogEndpoints.getCoupon>
type TaxRate = ResponseOf<typeof taxRateEndpoints.getTaxRate>

export type { Plan }
export type Terms = Plan['entitlements'][number]
export type TermsOf<Type extends Terms['type']> = Extract<Terms, { type: Type }>
export type GrantRule = Plan['grantRules'][number]
export type MeteredPeriod = NonNullable<TermsOf<'metered'>['period']>
export type Properties = Readonly<Record<string, unknown>>

/** The catalog as the API returns it. During a run, only plan versions are added. */
export interface Catalog {
  readonly metrics: readonly Metric[]
  readonly features: readonly Feature[]
  readonly creditCurrencies: readonly CreditCurrency[]
  readonly plans: readonly Plan[]
  /** Plan versions that are no longer on sale. */
  readonly older?: readonly Plan[]
  readonly creditPackages: readonly CreditPackage[]
  readonly coupons: readonly Coupon[]
  readonly taxRates: readonly TaxRate[]
}

const inDisplayOrder = (a: Feature, b: Feature): number =>
  a.displayOrder - b.displayOrder || (a.slug < b.slug ? -1 : 1)

/** Features of one type on one metric, in the order in which they are shown and charged. */
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

/** Finds a plan in the given version, or in the version on sale if none is given. */
export function planOf(
  { plans, older = [] }: Catalog,
  { planId, planVersion }: { readonly planId: string; readonly planVersion?: number },
): Plan {
  const plan = [...plans, ...older].find(
    ({ id, version }) => id === planId && version === (planVersion ?? version),
  )
  if (!plan) throw new Error(`the catalog has no plan ${planId}`)
  return plan
}

/** Checks whether every filtered property strictly equals one of the allowed values. */
export const matches = (filters: Metric['filter'], properties: Properties): boolean =>
  filters.every(({ property, in: values }) => (values as unknown[]).includes(properties[property]))
