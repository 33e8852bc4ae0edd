import type { CreditCurrency, Feature, Metric } from '../core/catalogObjects.ts'
import { type CatalogStatus, type ObjectKind, readsOf, slugKey } from './objects.ts'

export const creditCurrencyKind: ObjectKind<'credit_currencies', CreditCurrency> = {
  table: 'credit_currencies',
  idKind: 'creditCurrency',
  noun: 'credit currency',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    denomination: row.denomination,
    minorUnitScale: row.minor_unit_scale,
    applyToInvoices: row.apply_to_invoices,
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const {
  find: findCreditCurrency,
  findMany: findCreditCurrencies,
  list: listCreditCurrencies,
  listAll: listAllCreditCurrencies,
} = readsOf(creditCurrencyKind)

export const metricKind: ObjectKind<'metrics', Metric> = {
  table: 'metrics',
  idKind: 'metric',
  noun: 'metric',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    eventName: row.event_name,
    aggregation: row.aggregation as Metric['aggregation'],
    property: row.property,
    filter: row.filter as Metric['filter'],
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const {
  find: findMetric,
  findMany: findMetrics,
  list: listMetrics,
  listAll: listAllMetrics,
} = readsOf(metricKind)

export const featureKind: ObjectKind<'features', Feature> = {
  table: 'features',
  idKind: 'feature',
  noun: 'feature',
  key: slugKey,
  render: (row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    type: row.type as Feature['type'],
    metricId: row.metric_id,
    creditCurrencyId: row.credit_currency_id,
    creditCost: row.credit_cost as Feature['creditCost'],
    displayOrder: row.display_order,
    status: row.status as CatalogStatus,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }),
}

export const {
  find: findFeature,
  findByKeys: findFeaturesBySlug,
  list: listFeatures,
  listAll: listAllFeatures,
} = readsOf(featureKind)
