import { reservationEndpoints, type UsageEventRecord, usageEndpoints } from '@purser/contract'
import type pg from 'pg'
import { formatAmount, toNearestNumber } from '../../kernel/amount.ts'
import type { Clock } from '../../kernel/clock.ts'
import { pageOf, pageRequest } from '../../kernel/page.ts'
import { customerOf } from '../../platform/http/principal.ts'
import { batchedCall, defineRoutes, type Route, read, write } from '../../platform/http/routes.ts'
import type { CatalogCache } from '../catalog/index.ts'
import { extendReservation, getReservation, releaseReservation } from '../credits/index.ts'
import { getUsageAggregate } from './history/getUsageAggregate.ts'
import { listEvents, type StoredEvent } from './history/usageEvents.sql.ts'
import { getUsageMeter } from './meters/getUsageMeter.ts'
import { captureReservedUsage } from './reservations/captureReservedUsage.ts'
import { reserveUsage } from './reservations/reserveUsage.ts'
import { reverseUsageEvent } from './reverse/reverseUsageEvent.ts'
import type { RightsCache } from './rights/rightsCache.ts'
import { createTrackUsage } from './track/trackUsage.ts'

interface UsageDependencies {
  pool: pg.Pool
  clock: Clock
  catalog: CatalogCache
  rights: RightsCache
  report: (error: unknown) => void
}

const instant = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text)

export function usageRoutes(dependencies: UsageDependencies): Route[] {
  const track = createTrackUsage(dependencies)
  const usage = defineRoutes('usage', usageEndpoints, {
    trackUsage: batchedCall(
      ({ scope, body }) => track.join(scope, body),
      (tx, { scope, body }) => track.alone(tx, scope, body),
    ),
    getUsageMeter: read((tx, { scope, principal, query }) =>
      getUsageMeter(
        tx,
        scope,
        { customerId: customerOf(principal, query.customerId), metricId: query.metricId },
        dependencies,
      ),
    ),
    getUsageAggregate: read((tx, { scope, principal, query }) =>
      getUsageAggregate(tx, scope, customerOf(principal, query.customerId), query),
    ),
    listUsageEvents: read(async (tx, { scope, query }) => {
      const page = pageRequest(query)
      const { customerId, eventName } = query
      const filter = { customerId, eventName, from: instant(query.from), to: instant(query.to) }
      const events = await listEvents(tx, scope.environmentId, filter, page)
      return pageOf(events, page.limit, renderUsageEvent)
    }),
    reverseUsageEvent: write(async (tx, { scope, params }) =>
      renderUsageEvent(await reverseUsageEvent(tx, scope, params.id)),
    ),
  })
  // Mounted here and not in credits, because the usage module knows the credit cost of a unit and
  // the charge that bills the overflow.
  const reservations = defineRoutes('credits', reservationEndpoints, {
    createReservation: write((tx, { scope, body }) => reserveUsage(tx, scope, body, dependencies)),
    getReservation: read((tx, { scope, params }) => getReservation(tx, scope, params.id)),
    extendReservation: write((tx, { scope, params, body }) =>
      extendReservation(tx, scope, params.id, body),
    ),
    captureReservation: write((tx, { scope, params, body }) =>
      captureReservedUsage(tx, scope, params.id, body, dependencies),
    ),
    releaseReservation: write((tx, { scope, params }) => releaseReservation(tx, scope, params.id)),
  })
  return [...usage, ...reservations]
}

const renderUsageEvent = (event: StoredEvent): UsageEventRecord => ({
  id: event.id,
  customerId: event.customerId,
  eventName: event.eventName,
  quantity: toNearestNumber(event.quantity),
  properties: event.properties,
  timestamp: event.occurredAt.toISOString(),
  idempotencyKey: event.idempotencyKey,
  flow: event.flow,
  featureSlug: event.featureSlug,
  creditCurrencyId: event.creditCurrencyId,
  creditsDeducted: formatAmount(event.creditsDeducted),
  reversedAt: event.reversedAt?.toISOString() ?? null,
  createdAt: event.createdAt.toISOString(),
})
