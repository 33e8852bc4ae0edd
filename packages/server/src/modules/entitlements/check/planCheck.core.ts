import { type Amount, parseAmount } from '../../../kernel/amount.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { type CompiledCatalog, findFeatureByIdOrSlug } from '../../catalog/core.ts'
import type { Feature } from '../../catalog/read.ts'
import { currentTimeOf } from '../../customers/core.ts'
import type { CustomerSnapshot } from '../../customers/read.ts'
import {
  type CounterKey,
  type MetricRoute,
  type Rights,
  routeEvent,
  type Span,
  spanAt,
  termsOf,
} from '../../usage/core.ts'
import type { Facts } from './evaluate.core.ts'

/** The customer, catalog and rights that determine which counters and wallets a check reads. */
export interface CheckContext {
  customer: CustomerSnapshot
  catalog: CompiledCatalog
  rights: Rights
  now: Date
}

export interface PlannedMeter {
  key: CounterKey
  span: Span
  limit: Amount | null
}

interface PlannedFeature {
  feature: Feature
  /** The facts that need neither counters nor wallets. */
  facts: Omit<Facts, 'meters' | 'wallet'>
  meters: readonly PlannedMeter[]
}

/** The features of a check and the meters that it has to read. */
export interface CheckPlan {
  customer: CustomerSnapshot
  features: readonly PlannedFeature[]
  unknown: readonly string[]
  /** If true, the result omits features for which the customer has neither terms nor a wallet. */
  onlyWhatItHas: boolean
}

/** Plans a check of features by id or slug, or of `all` features that the customer has. */
export function planCheck(requested: readonly string[] | 'all', context: CheckContext): CheckPlan {
  const { catalog, customer } = context
  if (requested === 'all') {
    const features = candidates(context).map((feature) => planFeature(feature, context))
    return { customer, features, unknown: [], onlyWhatItHas: true }
  }
  const features: PlannedFeature[] = []
  const unknown: string[] = []
  for (const name of requested) {
    const feature = findFeatureByIdOrSlug(catalog, name)
    if (feature) features.push(planFeature(feature, context))
    else unknown.push(name)
  }
  return { customer, features, unknown, onlyWhatItHas: false }
}

/**
 * Lists the features for which the customer has terms, ordered by slug. For a pay-as-you-go
 * customer, the list also contains all other credit features. It omits features that an override
 * denies.
 */
function candidates({ catalog, rights }: CheckContext): Feature[] {
  const ids = new Set([
    ...rights.subscriptions.flatMap(({ plan }) => [...plan.entitlements.keys()]),
    ...rights.overrides.keys(),
  ])
  const prepaid = rights.subscriptions.length === 0
  return [...catalog.features.values()]
    .filter(({ id, type }) => ids.has(id) || (prepaid && type === 'credit'))
    .filter(({ id }) => termsOf(rights, id) !== 'denied')
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

function planFeature(feature: Feature, context: CheckContext): PlannedFeature {
  const { rights } = context
  const granted = termsOf(rights, feature.id)
  const metricRoute = feature.metricId === null ? null : routeOf(feature.metricId, context)
  const limits = metricRoute?.limits.find((each) => each.feature.id === feature.id)
  const charge = metricRoute?.credits.find((each) => each.feature.id === feature.id)
  return {
    feature,
    facts: {
      type: feature.type,
      terms: granted === 'denied' ? granted : granted.map(({ terms }) => terms),
      subscribed: rights.subscriptions.length > 0,
      soft: limits !== undefined && !limits.hard,
      price: charge ? { perUnit: parseAmount(charge.cost.perUnit), rule: charge.rule } : null,
    },
    meters:
      feature.type === 'metered' && metricRoute && granted !== 'denied' && granted.length > 0
        ? planMeters(metricRoute, limits?.groups ?? [{ meter: 0, limit: null }], context)
        : [],
  }
}

/** Returns the same routing of the metric that track uses. */
function routeOf(metricId: string, { catalog, rights }: CheckContext): MetricRoute {
  const eventName = catalog.metrics.get(metricId)?.eventName
  const routing = eventName === undefined ? null : routeEvent(catalog, rights, eventName)
  const found = routing?.metrics.find(({ metric }) => metric.id === metricId)
  invariant(found, 'a metered feature has a metric in its catalog')
  return found
}

const planMeters = (
  { metric, meters }: MetricRoute,
  groups: readonly { meter: number; limit: Amount | null }[],
  { customer, rights, now }: CheckContext,
): PlannedMeter[] =>
  groups.map(({ meter: at, limit }) => {
    const meter = meters[at]
    invariant(meter, 'an allowance is counted by a meter')
    const subscription =
      meter.subscription === null ? null : (rights.subscriptions[meter.subscription] ?? null)
    const span = spanAt(meter.period, currentTimeOf(customer, now), customer.timezone, subscription)
    const { environmentId, bucket, customerId } = customer
    const { key, slot } = span
    return {
      key: { environmentId, bucket, customerId, metricId: metric.id, span: key, slot },
      span,
      limit,
    }
  })
