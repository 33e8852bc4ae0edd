import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import type { CompiledCatalog, EntitlementTerms } from '../../catalog/index.ts'
import type { Feature, Metric } from '../../catalog/read.ts'
import type { Exhaustion } from '../../credits/index.ts'
import type { MeteredPeriod } from '../meters/span.core.ts'
import type { Properties } from '../track/event.core.ts'
import { allowancesOf, type MeteredTerms } from './allowances.core.ts'
import { type Rights, type SubscriptionRight, termsOf } from './rights.core.ts'

/** A counter that an event moves: a period, and for billing periods whose (a place among the customer's subscriptions). */
interface Meter {
  period: MeteredPeriod
  subscription: number | null
}

/** What a metered feature allows, each limit on one of the metric's meters. */
export interface Limit {
  feature: Feature
  /** Hard: an event that exceeds every group is rejected. */
  hard: boolean
  groups: readonly { meter: number; limit: Amount }[]
}

export interface CreditCharge {
  feature: Feature
  currencyId: string
  cost: CreditCost
  rule: Exhaustion
}

export interface UsageCharge {
  id: string
  subscription: number
  filters: Metric['filter']
  /** The credit feature whose shortfall is all that this charge prices; null: it prices everything. */
  overflowOf: string | null
}

export interface MetricRoute {
  metric: Metric
  meters: readonly Meter[]
  limits: readonly Limit[]
  /** In the order of display, which is the order in which they are debited. */
  credits: readonly CreditCharge[]
  charges: readonly UsageCharge[]
  /** It adds up and nothing depends on how far it has come, so it is counted without being read. */
  isBlind: boolean
  /** The first metered feature on it that the customer has. */
  metered: Feature | null
}

/** Where an event of one name goes for customers of one shape. */
export interface Routing {
  metrics: readonly MetricRoute[]
  /** Pay-as-you-go looks for a wallet; a subscriber's currency is what its plan says. */
  payAsYouGo: boolean
}

const cached = new WeakMap<CompiledCatalog, Map<string, Routing>>()

/** Decides by the customer's plans and overrides what an event does; null when no metric knows its name. */
export function route(catalog: CompiledCatalog, rights: Rights, eventName: string): Routing | null {
  const metrics = catalog.metricsByEvent.get(eventName)
  if (!metrics) return null
  if (rights.overrides.size > 0) return routeMetrics(catalog, rights, metrics)
  // Customers on the same plans share one decision.
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

/** Where one metric is counted and what its use costs. */
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

/** Where a metric is counted that no allowance asks for. */
const homePeriod = (rights: Rights): MeteredPeriod =>
  rights.subscriptions.length > 0 ? 'billing_period' : 'month'

/** A billing period is that of the subscription that grants it, or else of the oldest. */
const subscriptionIndex = (
  rights: Rights,
  subscription: SubscriptionRight | null,
): number | null =>
  subscription === null
    ? rights.subscriptions.length > 0
      ? 0
      : null
    : rights.subscriptions.indexOf(subscription)

/** The place of a meter among the metric's, adding it when it is new. */
function meterOf(meters: Meter[], period: MeteredPeriod, subscription: number | null): number {
  // Without a subscription there is no billing period; the month is what stands in for it.
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

const BY_LENIENCE: readonly Exhaustion[] = ['block', 'overdraft', 'invoice']

type CreditTerms = Extract<EntitlementTerms, { type: 'credit' }>

/** What a use of the feature costs this customer in credits; nothing, when it has no right to it. */
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

/** The most lenient rule of the terms that can be kept: only a usage charge can take what overflows. */
function ruleOf(rights: Rights, feature: Feature, terms: readonly CreditTerms[]): Exhaustion {
  const hasCharge = rights.subscriptions.some(({ plan }) =>
    plan.usageCharges.some(({ metricId }) => metricId === feature.metricId),
  )
  return terms
    .map(({ onExhausted }) => onExhausted)
    .filter((rule) => rule !== 'invoice' || hasCharge)
    .reduce<Exhaustion>(
      (most, rule) => (BY_LENIENCE.indexOf(rule) > BY_LENIENCE.indexOf(most) ? rule : most),
      'block',
    )
}

function usageCharges(rights: Rights, metric: Metric, features: readonly Feature[]): UsageCharge[] {
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

/** Credits that one unit costs: by the first rule that says exactly what the event says, or else the default. */
export function creditPrice({ perUnit, rules }: CreditCost, properties: Properties): Amount {
  const rule = rules.find(({ where }) =>
    Object.entries(where).every(([property, value]) => properties[property] === value),
  )
  return parseAmount(rule?.perUnit ?? perUnit)
}
