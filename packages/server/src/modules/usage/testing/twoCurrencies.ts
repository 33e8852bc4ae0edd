import type { CompiledCatalog } from '../../catalog/core.ts'
import type { Feature, Metric } from '../../catalog/read.ts'
import type { SubscriptionRight } from '../rights/rights.core.ts'

export const NOW = new Date('2026-01-15T12:00:00.000Z')
const dates = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() }

export const metric: Metric = {
  id: 'met_1',
  name: 'Images',
  slug: 'images',
  eventName: 'image.made',
  aggregation: 'sum',
  property: null,
  filter: [],
  status: 'active',
  ...dates,
}

/** A feature of the metric that is paid in the given currency. */
const feature = (creditCurrencyId: string, displayOrder: number): Feature => ({
  id: `feat_${creditCurrencyId}`,
  name: 'Images',
  slug: `images-${creditCurrencyId}`,
  type: 'credit',
  metricId: metric.id,
  creditCurrencyId,
  creditCost: { perUnit: '2', rules: [] },
  displayOrder,
  status: 'active',
  ...dates,
})
const features = [feature('gems', 1), feature('coins', 2)]

/** A metric with two features: one is paid in gems, the other in coins. */
export const catalog: CompiledCatalog = {
  version: 1,
  features: new Map(features.map((each) => [each.id, each])),
  featuresBySlug: new Map(features.map((each) => [each.slug, each])),
  metrics: new Map([[metric.id, metric]]),
  metricsByEvent: new Map([[metric.eventName, [metric]]]),
  featuresByMetric: new Map([[metric.id, features]]),
  creditCurrencies: new Map(),
}

/** A subscription to a plan with both features. */
export const subscription: SubscriptionRight = {
  id: 'sub_1',
  planId: 'pln_1',
  planVersion: 1,
  billingAnchor: NOW,
  invoicedThrough: null,
  seats: '',
  plan: {
    interval: 'month',
    intervalCount: 1,
    entitlements: new Map(
      features.map(({ id }) => [id, { type: 'credit', creditCost: null, onExhausted: 'block' }]),
    ),
    usageCharges: [],
    seats: [],
  },
}
