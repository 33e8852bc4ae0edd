import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import type { CompiledCatalog, EntitlementTerms } from '../../catalog/core.ts'
import type { Feature, Metric } from '../../catalog/read.ts'
import type { ExhaustionRule } from '../../credits/core.ts'
import type { Properties } from '../event/event.core.ts'
import type { MeteredPeriod } from '../meters/span.core.ts'
import { allowancesOf, type MeteredTerms } from './allowances.core.ts'
import { type Rights, type SubscriptionRight, termsOf } from './rights.core.ts'

/**
 * A period in which an event is counted. For billing periods, `subscription` is an index into the
 * customer's subscriptions.
 */
interface Meter {
  period: MeteredPeriod
  subscription: number | null
}

/** The limits of a metered feature, each on one of the metric's meters. */
export interface Limit {
  feature: Feature
  /** A hard limit rejects an event that exceeds every group. */
  hard: boolean
  groups: readonly { meter: number; limit: Amount }[]
}

export interface CreditCharge {
  feature: Feature
  currencyId: string
  cost: CreditCost
  rule: ExhaustionRule
}

export interface RoutedCharge {
  id: string
  subscription: number
  filters: Metric['filter']
  /**
   * The credit feature whose uncovered units this charge bills. Null: the charge bills all units.
   */
  overflowOf: string | null
}

export interface MetricRoute {
  metric: Metric
  meters: readonly Meter[]
  limits: readonly Limit[]
  /** In display order, which is also the order of debits. */
  credits: readonly CreditCharge[]
  charges: readonly RoutedCharge[]
  /**
   * True when the metric adds up and no limit depends on its value. Such a counter is increased
   * without being read.
   */
  isBlind: boolean
  /** The customer's first metered feature on this metric. */
  metered: Feature | null
}

/** How events of one name are counted and charged for customers with the same rights. */
export interface Routing {
  metrics: readonly MetricRoute[]
  /**
   * A pay-as-you-go customer pays from the first wallet that exists. A subscriber's plan determines
   * the currency.
   */
  payAsYouGo: boolean
}

const cached = new WeakMap<CompiledCatalog, Map<string, Routing>>()

/** Determines how an event is counted and charged. Returns null when no metric has its name. */
export function routeEvent(
  catalog: CompiledCatalog,
  rights: Rights,
  eventName: string,
): Routing | null {
  const metrics = catalog.metricsByEvent.get(eventName)
  if (!metrics) return null
  if (rights.overrides.size > 0) return routeMetrics(catalog, rights, metrics)
  // Customers with the same plans share one routing.
  let byName = cached.get(catalog)
  if (!byName) {
    byName = new Map()
    cached.set(catalog, byName)
  }
  const name = `${rights.shape}\0${eventName}`
  let routing = byName.get(name)
  if (!routing) {
    routing = routeMetrics(catalog, rights, metrics)
    byName.set(name, routing)
  }
  return routing
}

const routeMetrics = (
  catalog: CompiledCatalog,
  rights: Rights,
  metrics: readonly Metric[],
): Routing => ({
  metrics: metrics.map((metric) => routeMetric(catalog, rights, metric)),
  payAsYouGo: rights.subscriptions.length === 0,
})

export function routeMetric(catalog: CompiledCatalog, rights: Rights, metric: Metric): MetricRoute {
  const features = catalog.featuresByMetric.get(metric.id) ?? []
  const meters: Meter[] = []
  const limits: Limit[] = []
  let metered: Feature | null = null
  for (const feature of features.filter(({ type }) => type === 'metered')) {
    const terms = termsOf(rights, feature.id)
    if (terms === 'denied' || terms.length === 0) continue
    metered ??= feature
    const { unlimited, soft, allowances } = allowancesOf(terms as MeteredTerms[])
    const groups = allowances.map(({ period, subscription, limit }) => ({
      meter: meterOf(meters, period, subscriptionIndex(rights, subscription)),
      limit,
    }))
    if (groups.length > 0) limits.push({ feature, hard: !unlimited && !soft, groups })
  }
  if (meters.length === 0) meterOf(meters, homePeriod(rights), subscriptionIndex(rights, null))
  return {
    metric,
    meters,
    limits,
    credits: features.flatMap((feature) => creditChargeOf(rights, feature)),
    charges: usageCharges(rights, metric, features),
    isBlind: limits.length === 0 && addsUp(metric),
    metered,
  }
}

export const addsUp = ({ aggregation }: Metric): boolean =>
  aggregation === 'count' || aggregation === 'sum'

/** The period for a metric without an allowance. */
const homePeriod = (rights: Rights): MeteredPeriod =>
  rights.subscriptions.length > 0 ? 'billing_period' : 'month'

/** The subscription whose billing period counts: the granting one, or else the oldest. */
const subscriptionIndex = (
  rights: Rights,
  subscription: SubscriptionRight | null,
): number | null =>
  subscription === null
    ? rights.subscriptions.length > 0
      ? 0
      : null
    : rights.subscriptions.indexOf(subscription)

/** Returns the index of a meter and adds it if it is new. */
function meterOf(meters: Meter[], period: MeteredPeriod, subscription: number | null): number {
  // A customer without a subscription has no billing period and uses the month.
  const newMeter: Meter =
    period !== 'billing_period'
      ? { period, subscription: null }
      : subscription === null
        ? { period: 'month', subscription: null }
        : { period, subscription }
  const at = meters.findIndex(
    (meter) => meter.period === newMeter.period && meter.subscription === newMeter.subscription,
  )
  return at >= 0 ? at : meters.push(newMeter) - 1
}

const BY_LENIENCE: readonly ExhaustionRule[] = ['block', 'overdraft', 'invoice']

type CreditTerms = Extract<EntitlementTerms, { type: 'credit' }>

/** Returns the credit charge of a feature, or nothing if the customer has no right to it. */
export function creditChargeOf(rights: Rights, feature: Feature): CreditCharge[] {
  if (feature.type !== 'credit' || !feature.creditCurrencyId || !feature.creditCost) return []
  const granted = termsOf(rights, feature.id)
  if (granted === 'denied') return []
  const prepaid = rights.subscriptions.length === 0 && feature.status === 'active'
  if (granted.length === 0 && !prepaid) return []
  const terms = granted.map((each) => each.terms as CreditTerms)
  return [
    {
      feature,
      currencyId: feature.creditCurrencyId,
      cost:
        terms.findLast(({ creditCost }) => creditCost !== null)?.creditCost ?? feature.creditCost,
      rule: ruleOf(rights, feature, terms),
    },
  ]
}

/**
 * Returns the most lenient rule among the terms. `invoice` counts only if a usage charge can bill
 * the overflow.
 */
function ruleOf(rights: Rights, feature: Feature, terms: readonly CreditTerms[]): ExhaustionRule {
  const hasCharge = rights.subscriptions.some(({ plan }) =>
    plan.usageCharges.some(({ metricId }) => metricId === feature.metricId),
  )
  return terms
    .map(({ onExhausted }) => onExhausted)
    .filter((rule) => rule !== 'invoice' || hasCharge)
    .reduce<ExhaustionRule>(
      (most, rule) => (BY_LENIENCE.indexOf(rule) > BY_LENIENCE.indexOf(most) ? rule : most),
      'block',
    )
}

function usageCharges(
  rights: Rights,
  metric: Metric,
  features: readonly Feature[],
): RoutedCharge[] {
  return rights.subscriptions.flatMap(({ plan }, subscription) => {
    const overflowing = features.find((feature) => {
      const terms = plan.entitlements.get(feature.id)
      return terms?.type === 'credit' && terms.onExhausted === 'invoice'
    })
    return plan.usageCharges
      .filter(({ metricId }) => metricId === metric.id)
      .map(({ id, filters }) => ({
        id,
        subscription,
        filters,
        overflowOf: addsUp(metric) && overflowing ? overflowing.id : null,
      }))
  })
}

type CreditCost = NonNullable<Feature['creditCost']>

/**
 * Returns the credits per unit: from the first rule whose properties all match, or else the
 * default.
 */
export function creditPrice({ perUnit, rules }: CreditCost, properties: Properties): Amount {
  const rule = rules.find(({ where }) =>
    Object.entries(where).every(([property, value]) => properties[property] === value),
  )
  return parseAmount(rule?.perUnit ?? perUnit)
}
