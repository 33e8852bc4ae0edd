import type { Plan, PlanEntitlement, PublicPricing } from '@purser/contract'
import {
  type Amount,
  compare,
  parseAmount,
  roundToMinorUnit,
  sum,
  toJsonNumber,
} from '../../../kernel/amount.ts'
import {
  type CreditPackage,
  compareByDisplayOrder,
  type Feature,
  type Metric,
  type Product,
  type Tier,
} from '../kinds/catalogObject.core.ts'
import { intervalDays } from '../plan/planTerms.core.ts'
import { priceQuantity } from './priceQuantity.core.ts'

/** All data of a product that the public may see. */
export interface PublicCatalog {
  product: Product
  tiers: readonly Tier[]
  plans: readonly Plan[]
  creditPackages: readonly CreditPackage[]
  featuresBySlug: ReadonlyMap<string, Feature>
  metricsById: ReadonlyMap<string, Metric>
  defaultCurrency: string
}

type PublicTier = PublicPricing['tiers'][number]
type TierEntitlement = PublicTier['entitlementBySlug'][string]

/** Builds the pricing page of a product, with one column per tier and one row per feature. */
export function buildPublicPricing(catalog: PublicCatalog): PublicPricing {
  const { product, plans, featuresBySlug, metricsById } = catalog
  const tiers = catalog.tiers.toSorted((a, b) => a.displayOrder - b.displayOrder)
  const columns = tiers.map((tier) => ({ tier, plans: basePlansOf(tier, plans) }))
  const shownPlans = columns.flatMap((column) => column.plans)
  return {
    currency: shownPlans[0]?.currency ?? catalog.defaultCurrency,
    product: {
      id: product.id,
      name: product.name,
      slug: product.slug,
      description: product.description,
      imageUrl: product.imageUrl,
    },
    features: rowsOf(shownPlans, featuresBySlug).map((feature) => ({
      slug: feature.slug,
      name: feature.name,
      eventName: metricsById.get(feature.metricId ?? '')?.eventName ?? null,
      creditCurrencyId: feature.creditCurrencyId,
    })),
    tiers: columns.map((column) => renderTier(column.tier, column.plans, catalog)),
  }
}

/** Returns the interval variants of a tier, shortest first. */
const basePlansOf = (tier: Tier, plans: readonly Plan[]): Plan[] =>
  plans
    .filter(({ kind, tierId }) => kind === 'base' && tierId === tier.id)
    // Infinity minus infinity is NaN, but two plans without an end are equally long.
    .toSorted((a, b) => intervalDays(a) - intervalDays(b) || 0)

/** Returns every feature that one of the plans includes. */
function rowsOf(plans: readonly Plan[], featuresBySlug: ReadonlyMap<string, Feature>): Feature[] {
  const slugs = new Set(plans.flatMap((plan) => plan.entitlements.map((e) => e.featureSlug)))
  return [...slugs].flatMap((slug) => featuresBySlug.get(slug) ?? []).sort(compareByDisplayOrder)
}

function renderTier(tier: Tier, plans: readonly Plan[], catalog: PublicCatalog): PublicTier {
  // An add-on without a tier is available for every tier of its product.
  const addons = catalog.plans.filter(
    ({ kind, tierId }) => kind === 'addon' && (tierId === tier.id || tierId === null),
  )
  const currencies = creditCurrenciesOf([...plans, ...addons], catalog.featuresBySlug)
  const packages = catalog.creditPackages.filter(({ tierId, creditCurrencyId }) =>
    tierId === null ? currencies.has(creditCurrencyId) : tierId === tier.id,
  )
  return {
    id: tier.id,
    name: tier.name,
    slug: tier.slug,
    plans: plans.map(renderPlan),
    addons: addons.map(renderPlan),
    creditPackages: packages.map((item) => ({
      id: item.id,
      name: item.name,
      slug: item.slug,
      creditCurrencyId: item.creditCurrencyId,
      credits: item.credits,
      price: item.price,
      currency: item.currency,
      expiresAfterDays: item.expiresAfterDays,
    })),
    entitlementBySlug: entitlementsOf(plans[0], catalog.featuresBySlug),
    isPopular: tier.isPopular,
    isForeverFree: tier.isForeverFree,
    isSelfServe: tier.isSelfServe,
    isSalesLed: tier.isSalesLed,
    ctaLabel: tier.ctaLabel,
    intervals: [...new Set(plans.map(intervalLabel))],
  }
}

const intervalLabel = ({ interval, intervalCount }: Plan): string =>
  intervalCount === 1 ? interval : `${intervalCount} ${interval}s`

/** Returns the credit currencies that the plans grant or their features spend. */
const creditCurrenciesOf = (
  plans: readonly Plan[],
  featuresBySlug: ReadonlyMap<string, Feature>,
): Set<string> =>
  new Set(
    plans.flatMap(({ grantRules, entitlements }) => [
      ...grantRules.map(({ creditCurrencyId }) => creditCurrencyId),
      ...entitlements.flatMap(
        ({ featureSlug }) => featuresBySlug.get(featureSlug)?.creditCurrencyId ?? [],
      ),
    ]),
  )

const renderPlan = (plan: Plan): PublicTier['plans'][number] => ({
  id: plan.id,
  name: plan.name,
  slug: plan.slug,
  description: plan.description,
  currency: plan.currency,
  interval: plan.interval,
  intervalCount: plan.intervalCount,
  price: toJsonNumber(priceOf(plan)),
  trial: plan.trial,
  charges: plan.charges,
  grantRules: plan.grantRules,
  metadata: plan.metadata,
})

/**
 * The price of one period without usage: the recurring charges at their default quantity. For a
 * plan without an interval, the price of its one-off charges.
 */
const priceOf = ({ charges, interval }: Plan): Amount =>
  sum(
    charges
      .filter(({ type }) => type === (interval === 'none' ? 'one_off' : 'recurring'))
      .map(({ pricing, quantity, minimum }) => {
        const rated = roundToMinorUnit(priceQuantity(pricing, parseAmount(quantity ?? 1)))
        const least = parseAmount(minimum ?? 0)
        return compare(rated, least) < 0 ? least : rated
      }),
  )

/**
 * If the interval variants of a tier differ, the page shows the plan with the shortest interval.
 */
const entitlementsOf = (
  plan: Plan | undefined,
  featuresBySlug: ReadonlyMap<string, Feature>,
): PublicTier['entitlementBySlug'] =>
  Object.fromEntries(
    (plan?.entitlements ?? []).map((entitlement) => {
      const { featureSlug } = entitlement
      const currencyId = featuresBySlug.get(featureSlug)?.creditCurrencyId ?? null
      return [featureSlug, renderEntitlement(entitlement, plan?.grantRules ?? [], currencyId)]
    }),
  )

function renderEntitlement(
  entitlement: PlanEntitlement,
  grantRules: Plan['grantRules'],
  creditCurrencyId: string | null,
): TierEntitlement {
  const { type } = entitlement
  const empty = { type, value: null, period: null, periodAllocation: null }
  switch (type) {
    case 'boolean':
      return { ...empty, mode: 'unlimited' }
    case 'metered': {
      const { mode, value, period } = entitlement
      return { type, mode, value, period, periodAllocation: mode === 'quota' ? value : null }
    }
    case 'credit':
      return { ...empty, mode: 'quota', ...grantedCredits(grantRules, creditCurrencyId) }
    case 'config':
      return { ...empty, mode: 'quota', value: entitlement.value }
    case 'enum':
      return { ...empty, mode: 'quota', value: entitlement.values }
  }
}

/** If a plan grants credits at several cadences, the page shows the first cadence in this list. */
const CADENCES = ['billing_period', 'month', 'week', 'day', 'once'] as const

/** Returns the credits that a plan grants in a currency, with their cadence. */
function grantedCredits(
  rules: Plan['grantRules'],
  creditCurrencyId: string | null,
): Pick<TierEntitlement, 'value' | 'period' | 'periodAllocation'> | null {
  const matchingRules = rules.filter((rule) => rule.creditCurrencyId === creditCurrencyId)
  const cadence = CADENCES.find((candidate) =>
    matchingRules.some((rule) => rule.cadence === candidate),
  )
  if (cadence === undefined) return null
  const amounts = matchingRules
    .filter((rule) => rule.cadence === cadence)
    .map(({ amount }) => parseAmount(amount))
  const value = toJsonNumber(sum(amounts))
  return cadence === 'once'
    ? { value, period: 'lifetime', periodAllocation: null }
    : { value, period: cadence, periodAllocation: value }
}
