import { type Amount, ZERO } from '../../../src/kernel/amount.ts'
import {
  type Catalog,
  type Feature,
  featuresOn,
  matches,
  type Properties,
  planOf,
} from '../catalog.ts'
import { givingAccess } from '../entitlements/rights.ts'
import type { Accrual, Customer, Subscription, TallyChange } from '../state.ts'
import type { CreditCharge } from './chargeCredits.ts'
import { type Contribution, count, subscriptionPeriodAt } from './tallies.ts'

const GRACE_MS = 24 * 60 * 60 * 1000

export interface Charge {
  readonly id: string
  readonly subscription: Subscription
  readonly contribution: Contribution
}

/** Usage charges of the customer's subscriptions that price an event. */
export const chargesOf = (
  catalog: Catalog,
  customer: Customer,
  contributions: readonly Contribution[],
  properties: Properties,
): Charge[] =>
  givingAccess(customer).flatMap((subscription) =>
    planOf(catalog, subscription)
      .charges.filter(({ type, filters }) => type === 'usage' && matches(filters, properties))
      .flatMap(({ id, metricId }) => {
        const contribution = contributions.find(({ metric }) => metric.id === metricId)
        return contribution ? [{ id, subscription, contribution }] : []
      }),
  )

/** Checks whether the event's period is invoiced and its grace time is over. */
export function isClosed(
  catalog: Catalog,
  customer: Customer,
  { subscription }: Charge,
  at: Date,
  now: Date,
): boolean {
  const { end } = subscriptionPeriodAt(catalog, customer, subscription, at)
  return (
    end !== null &&
    subscription.invoicedThrough !== null &&
    end <= subscription.invoicedThrough &&
    now.getTime() > end.getTime() + GRACE_MS
  )
}

/** Adds the event to the period that its charge bills. */
export function accrue(
  catalog: Catalog,
  customer: Customer,
  charge: Charge,
  { uncovered }: Pick<CreditCharge, 'uncovered'>,
  at: Date,
): TallyChange {
  const { id, subscription, contribution } = charge
  const { metric, member } = contribution
  const overflow = overflowing(catalog, subscription, contribution)
  const units = (overflow && uncovered.get(overflow.id)) ?? contribution.units
  const period = subscriptionPeriodAt(catalog, customer, subscription, at)
  const name = `${subscription.id} ${id} ${period.start.toISOString()}`
  const accrual: Accrual = customer.accruals.get(name) ?? {
    subscriptionId: subscription.id,
    chargeId: id,
    metricId: metric.id,
    periodStart: period.start,
    periodEnd: period.end,
    value: ZERO,
    billed: ZERO,
    latestAt: null,
    members: new Set(),
  }
  count(accrual, { ...contribution, units }, at)
  customer.accruals.set(name, accrual)
  return { target: 'accrual', name, periodStart: period.start, units, member }
}

/** Adds the uncovered part of a capture to the charges that price a feature's shortfall. */
export function accrueShortfall(
  catalog: Catalog,
  customer: Customer,
  feature: Feature,
  { units, properties, at }: { units: Amount; properties: Properties; at: Date },
): TallyChange[] {
  const metric = catalog.metrics.find(({ id }) => id === feature.metricId)
  if (!metric) return []
  const contribution = { metric, units, member: null }
  return chargesOf(catalog, customer, [contribution], properties)
    .filter(({ subscription }) => overflowing(catalog, subscription, contribution) === feature)
    .map((charge) =>
      accrue(catalog, customer, charge, { uncovered: new Map([[feature.id, units]]) }, at),
    )
}

/** Finds the credit feature whose shortfall a charge prices, if the charge prices nothing else. */
function overflowing(
  catalog: Catalog,
  subscription: Subscription,
  { metric }: Contribution,
): Feature | undefined {
  if (metric.aggregation !== 'count' && metric.aggregation !== 'sum') return undefined
  const { entitlements } = planOf(catalog, subscription)
  return featuresOn(catalog, [metric.id], 'credit').find(({ slug }) =>
    entitlements.some(
      (terms) =>
        terms.type === 'credit' && terms.featureSlug === slug && terms.onExhausted === 'invoice',
    ),
  )
}
