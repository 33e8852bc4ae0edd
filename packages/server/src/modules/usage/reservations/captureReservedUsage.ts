import type { BodyOf, Reservation, reservationEndpoints } from '@purser/contract'
import { type Amount, add, divide, isZero, parseAmount, ZERO } from '../../../kernel/amount.ts'
import { newIdInBucket } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { utcDay } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import type { Feature } from '../../catalog/read.ts'
import { captureReservation } from '../../credits/index.ts'
import { readAccruals } from '../meters/counters.sql.ts'
import { matchesFilters } from '../meters/measure.core.ts'
import { spanAt } from '../meters/span.core.ts'
import { type Accrual, accrualMapKey, emptyTallies, type Tallies } from '../meters/tallies.core.ts'
import { type ReadSubject, readSubject } from '../rights/readSubject.ts'
import { routeMetric } from '../rights/route.core.ts'
import { type AccrualEffect, encodeEffects } from '../track/effects.core.ts'
import type { EventRow } from '../track/events.sql.ts'
import type { TrackedCustomer } from '../track/planEvent.core.ts'
import { saveUsage } from '../track/saveUsage.sql.ts'

type Body = BodyOf<typeof reservationEndpoints.captureReservation>

/**
 * Debits the actual usage of a reservation. Under the rule `invoice`, units that credits do not
 * cover accrue on the plan's usage charge. They become a separate event that can be listed and
 * reversed.
 */
export async function captureReservedUsage(
  tx: Tx,
  scope: Scope,
  id: string,
  { amount, final }: Body,
  caches: ReadSubject,
): Promise<Reservation> {
  const request = { amount: parseAmount(amount), final }
  const captured = await captureReservation(tx, scope, id, request)
  const { reservation, uncovered, featureId, unitCost } = captured
  if (featureId !== null && unitCost !== null && !isZero(uncovered) && !isZero(unitCost)) {
    const subject = await readSubject(tx, scope, reservation.customerId, caches)
    const feature = subject.catalog.features.get(featureId)
    if (feature) {
      await accrueUncovered(tx, subject, feature, reservation, divide(uncovered, unitCost))
    }
  }
  return reservation
}

async function accrueUncovered(
  tx: Tx,
  customer: TrackedCustomer & { now: Date },
  feature: Feature,
  { properties, creditCurrencyId }: Reservation,
  units: Amount,
): Promise<void> {
  const { catalog, rights, environmentId, customerId, bucket, timezone, now } = customer
  const metric = feature.metricId === null ? undefined : catalog.metrics.get(feature.metricId)
  if (!metric) return
  const session = sessionOf(tx)
  const customerKey = { environmentId, customerId, bucket }
  const accruals: Accrual[] = routeMetric(catalog, rights, metric)
    .charges.filter(
      ({ overflowOf, filters }) => overflowOf === feature.id && matchesFilters(filters, properties),
    )
    .flatMap((charge): Accrual[] => {
      const subscription = rights.subscriptions[charge.subscription]
      if (!subscription) return []
      const span = spanAt('billing_period', now, timezone, subscription)
      const key = { ...customerKey, subscriptionId: subscription.id, chargeId: charge.id }
      const period = { periodStart: span.start, periodEnd: span.end }
      return [{ ...key, ...period, metricId: metric.id, value: ZERO, latestAt: null }]
    })
  const stored = await readAccruals(session, accruals)
  const changed = accruals.map((accrual) => {
    const before = stored.get(accrualMapKey(accrual)) ?? accrual
    return { ...before, value: add(before.value, units) }
  })
  const effects: AccrualEffect[] = changed.map((accrual) => ({
    subscriptionId: accrual.subscriptionId,
    chargeId: accrual.chargeId,
    metricId: metric.id,
    start: accrual.periodStart,
    measure: { amount: units },
  }))
  const book: Tallies = { ...emptyTallies(), changedAccruals: new Set(changed) }
  const event: EventRow = {
    ...customerKey,
    id: newIdInBucket('usageEvent', bucket),
    eventName: metric.eventName,
    quantity: units,
    properties: JSON.stringify(properties),
    occurredAt: now,
    createdAt: now,
    idempotencyKey: null,
    requestHash: null,
    flow: 'invoice',
    featureId: feature.id,
    creditCurrencyId,
    accountId: null,
    creditsDeducted: ZERO,
    creditBalance: null,
    firstSeq: null,
    lastSeq: null,
    effects: encodeEffects({ counters: [], accruals: effects }),
  }
  const day = {
    ...customerKey,
    day: utcDay(now),
    eventName: metric.eventName,
    total: units,
  }
  await Promise.all(saveUsage(session, { events: [event], book, days: [day], messages: [] }))
}
