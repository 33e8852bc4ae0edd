import {
  type Amount,
  add,
  compare,
  parseAmount,
  subtract,
  ZERO,
} from '../../../src/kernel/amount.ts'
import { type Catalog, featuresOn, type Metric, type Properties, planOf } from '../catalog.ts'
import { type Allowance, givingAccess, grantedTerms, meteredRight } from '../entitlements/rights.ts'
import { billingPeriodAt, type Period, periodAt } from '../periods.ts'
import type { Counter, Customer, Subscription, Tally } from '../state.ts'

/** The contribution of an event to a metric: a number of units, or one distinct value. */
export interface Contribution {
  readonly metric: Metric
  readonly units: Amount
  readonly member: string | null
}

const ONE = parseAmount(1)
const MAX_DECIMALS = 9

/** Computes the contribution of an event, or null if the metric does not apply to it. */
export function contributionOf(
  metric: Metric,
  quantity: Amount,
  properties: Properties,
): Contribution | null | 'invalid' {
  const { aggregation, property } = metric
  if (aggregation === 'count') return { metric, units: ONE, member: null }
  if (property === null) return { metric, units: quantity, member: null }
  const value = properties[property]
  if (value === undefined) return null
  if (aggregation === 'unique') return { metric, units: ONE, member: String(value) }
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return 'invalid'
  const decimals = /\.(\d+)$/.exec(value.toString())?.[1]?.length ?? 0
  if (decimals > MAX_DECIMALS) return 'invalid'
  return { metric, units: parseAmount(value), member: null }
}

/** Counts a contribution. Returns the increase of the value. */
export function count(tally: Tally, { metric, units, member }: Contribution, at: Date): Amount {
  const before = tally.value
  const isNewest = tally.latestAt === null || tally.latestAt <= at
  switch (metric.aggregation) {
    case 'count':
    case 'sum':
      tally.value = add(before, units)
      break
    case 'max':
      if (compare(units, before) > 0) tally.value = units
      break
    case 'latest':
      if (isNewest) tally.value = units
      break
    case 'unique':
      tally.members.add(member ?? '')
      tally.value = parseAmount(tally.members.size)
      break
  }
  if (isNewest) tally.latestAt = at
  return subtract(tally.value, before)
}

/** The kind of period that a counter uses, or the billing periods of a subscription. */
export interface Meter {
  readonly span: string
  readonly periodAt: (at: Date, now: Date) => Period
}

export function meterOf(
  catalog: Catalog,
  customer: Customer,
  { period, subscription }: Pick<Allowance, 'period' | 'subscription'>,
): Meter {
  if (period !== 'billing_period') {
    return {
      span: period,
      // A rate counts by arrival time, so an event from the future does not start a new window.
      periodAt: (at, now) =>
        periodAt(period, isWindow(period) && at > now ? now : at, customer.timezone),
    }
  }
  const owner = subscription ?? givingAccess(customer)[0]
  if (!owner) return meterOf(catalog, customer, { period: 'month', subscription: null })
  return {
    span: owner.id,
    periodAt: (at) => subscriptionPeriodAt(catalog, customer, owner, at),
  }
}

export const subscriptionPeriodAt = (
  catalog: Catalog,
  customer: Customer,
  subscription: Subscription,
  at: Date,
): Period =>
  billingPeriodAt(planOf(catalog, subscription), subscription.billingAnchor, at, customer.timezone)

/** The meters of a metric. The API shows the first one. */
export function metersOf(catalog: Catalog, customer: Customer, metricId: string): Meter[] {
  const allowances = featuresOn(catalog, [metricId], 'metered').flatMap(
    (feature) =>
      meteredRight(grantedTerms(catalog, customer, { ...feature, type: 'metered' })).allowances,
  )
  const meters =
    allowances.length > 0
      ? allowances.map((allowance) => meterOf(catalog, customer, allowance))
      : [meterOf(catalog, customer, { period: 'billing_period', subscription: null })]
  return meters.filter(({ span }, index) => meters.findIndex((m) => m.span === span) === index)
}

/** A rate keeps only its newest window, so all its windows share one entry. */
const isWindow = (span: string): boolean => span === 'minute' || span === 'hour'

const counterMapKey = (metricId: string, { span }: Meter, { start }: Period): string =>
  `${metricId} ${span} ${isWindow(span) ? 'newest' : start.toISOString()}`

/** The counter of a metric at an instant: the stored one, or a new one that is not stored yet. */
export function counterAt(
  customer: Customer,
  metricId: string,
  meter: Meter,
  at: Date,
  now: Date,
): { name: string; counter: Counter } {
  const period = meter.periodAt(at, now)
  const name = counterMapKey(metricId, meter, period)
  const stored = customer.counters.get(name)
  if (stored && stored.periodStart.getTime() === period.start.getTime()) {
    return { name, counter: { ...stored, members: new Set(stored.members) } }
  }
  return {
    name,
    counter: {
      metricId,
      span: meter.span,
      periodStart: period.start,
      periodEnd: period.end,
      value: ZERO,
      latestAt: null,
      members: new Set(),
    },
  }
}

/** Checks whether a newer window has replaced this one, so its counter is no longer kept. */
export const isPast = (customer: Customer, name: string, counter: Counter): boolean => {
  const stored = customer.counters.get(name)
  return stored !== undefined && stored.periodStart > counter.periodStart
}
