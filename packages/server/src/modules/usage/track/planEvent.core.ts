import type { CompiledCatalog } from '../../catalog/core.ts'
import type { UsageEvent } from '../event/event.core.ts'
import { type Measure, matchesFilters, measure } from '../meters/measure.core.ts'
import { type MeteredPeriod, type Span, spanAt } from '../meters/span.core.ts'
import { type CounterKey, counterMapKey } from '../meters/tallies.core.ts'
import type { Rights } from '../rights/rights.core.ts'
import {
  type MetricRoute,
  type RoutedCharge,
  type Routing,
  routeEvent,
} from '../rights/route.core.ts'
import type { SuggestName } from './nearestName.core.ts'

/** A customer with everything that determines an event's effects, except balances and counters. */
export interface TrackedCustomer {
  /** By `customerMapKey`. */
  mapKey: string
  environmentId: string
  customerId: string
  bucket: number
  timezone: string
  catalog: CompiledCatalog
  rights: Rights
}

type RejectionReason =
  | 'invalid_event'
  | 'customer_not_found'
  | 'unknown_event'
  | 'insufficient_credits'
  | 'limit_exceeded'
  | 'account_frozen'
  | 'timestamp_out_of_range'
  | 'idempotency_key_reused'

export interface Rejection {
  reason: RejectionReason
  message: string
}

/** A counter that the event changes. Its map key is computed once, because it is used often. */
interface PlannedCounter {
  key: CounterKey
  mapKey: string
  span: Span
}

/** A metric that applies to the event, and the periods that count it. */
export interface PlannedMetric {
  route: MetricRoute
  measure: Measure
  /** One per meter of the route. */
  counters: readonly PlannedCounter[]
  accruals: readonly { charge: RoutedCharge; span: Span }[]
}

export interface PlannedEvent {
  event: UsageEvent
  customer: TrackedCustomer
  now: Date
  occurredAt: Date
  routing: Routing
  metrics: readonly PlannedMetric[]
}

const MAX_AHEAD_MS = 60 * 60 * 1000
const GRACE_MS = 24 * 60 * 60 * 1000

/** Plans which counters and accruals an event changes, or rejects it before anything is read. */
export function planEvent(
  customer: TrackedCustomer,
  event: UsageEvent,
  now: Date,
  suggest: SuggestName,
): PlannedEvent | Rejection {
  const occurredAt = event.timestamp ?? now
  if (occurredAt.getTime() > now.getTime() + MAX_AHEAD_MS) {
    return {
      reason: 'timestamp_out_of_range',
      message: `timestamp is more than an hour ahead of ${now.toISOString()}; send the time at which it happened.`,
    }
  }
  const routing = routeEvent(customer.catalog, customer.rights, event.eventName)
  if (!routing) {
    const eventNames = customer.catalog.metricsByEvent
    return unknownEvent(event.eventName, suggest(eventNames, event.eventName))
  }
  const metrics: PlannedMetric[] = []
  for (const metricRoute of routing.metrics) {
    const measured = measure(metricRoute.metric, event)
    if (measured === null) continue
    if ('problem' in measured) return { reason: 'invalid_event', message: `${measured.problem}.` }
    const planned = planMetric(customer, metricRoute, measured, event, { occurredAt, now })
    const closed = planned.accruals.find(({ charge, span }) =>
      isClosed(customer.rights, charge.subscription, span, now),
    )
    if (closed) return closedPeriod(closed.span)
    metrics.push(planned)
  }
  return { event, customer, now, occurredAt, routing, metrics }
}

function planMetric(
  { rights, timezone, environmentId, customerId, bucket }: TrackedCustomer,
  metricRoute: MetricRoute,
  measured: Measure,
  event: UsageEvent,
  { occurredAt, now }: { occurredAt: Date; now: Date },
): PlannedMetric {
  const subscriptionAt = (place: number | null) =>
    place === null ? null : (rights.subscriptions[place] ?? null)
  return {
    route: metricRoute,
    measure: measured,
    counters: metricRoute.meters.map(({ period, subscription }) => {
      // A rate counts events as they arrive. An event with a future time must not move its window
      // ahead.
      const at = isRate(period) && occurredAt > now ? now : occurredAt
      const span = spanAt(period, at, timezone, subscriptionAt(subscription))
      const { key: kind, slot } = span
      const metricId = metricRoute.metric.id
      const key = { environmentId, bucket, customerId, metricId, span: kind, slot }
      return { key, mapKey: counterMapKey(key), span }
    }),
    accruals: metricRoute.charges
      .filter(({ filters }) => matchesFilters(filters, event.properties))
      .map((charge) => ({
        charge,
        span: spanAt('billing_period', occurredAt, timezone, subscriptionAt(charge.subscription)),
      })),
  }
}

const isRate = (period: MeteredPeriod): boolean => period === 'minute' || period === 'hour'

/** Returns whether the period is invoiced and its grace time for late usage is over. */
function isClosed(rights: Rights, subscription: number, { end }: Span, now: Date): boolean {
  const through = rights.subscriptions[subscription]?.invoicedThrough
  return (
    end !== null && through != null && end <= through && now.getTime() > end.getTime() + GRACE_MS
  )
}

const closedPeriod = ({ end }: Span): Rejection => ({
  reason: 'timestamp_out_of_range',
  message: `timestamp is in a period that was invoiced and ended on ${end?.toISOString()}, more than 24 hours ago; correct that invoice instead.`,
})

const unknownEvent = (eventName: string, nearest: string | null): Rejection => ({
  reason: 'unknown_event',
  message: `No metric counts events named ${JSON.stringify(eventName)}. ${
    nearest === null ? 'Create a metric for it.' : `Did you mean ${JSON.stringify(nearest)}?`
  }`,
})
