import { subtract, ZERO } from '../../../kernel/amount.ts'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import { bucketOfId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { utcDay } from '../../../kernel/utcDay.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sessionOf } from '../../../platform/db/session.ts'
import { findMetric } from '../../catalog/read.ts'
import { reverseDeduction } from '../../credits/index.ts'
import { lockCustomer } from '../../customers/index.ts'
import { findUsageEvent, type StoredEvent } from '../history/usageEvents.sql.ts'
import { readAccruals, readCounters } from '../meters/counters.sql.ts'
import type { Measure } from '../meters/measure.core.ts'
import {
  type Accrual,
  accrualMapKey,
  accrualMember,
  type Counter,
  counterMapKey,
  emptyTallies,
  type MemberKey,
  type Tallies,
  type Tally,
} from '../meters/tallies.core.ts'
import { decodeEffects, type Effects } from '../track/effects.core.ts'
import { saveUsage } from '../track/saveUsage.sql.ts'
import { markReversed, readOtherEffects, removeMember } from './reversal.sql.ts'
import { needsOtherEvents, type OtherEvent, undo } from './undo.core.ts'

/**
 * Reverses an event. Its credits return to the grants that they came from. Its counters, accruals
 * and daily total change as if the event had never happened.
 */
export async function reverseUsageEvent(tx: Tx, scope: Scope, id: string): Promise<StoredEvent> {
  const { environmentId } = scope
  const bucket = bucketOfId('usageEvent', id)
  const found = bucket === null ? null : await findUsageEvent(tx, environmentId, bucket, id)
  if (!found) throw notFound('usage event', id)
  const { customerId } = found
  const { now } = await lockCustomer(tx, scope, customerId)
  // Read again: another request may have reversed the event while this one waited for the lock.
  const event = await findUsageEvent(tx, environmentId, found.bucket, id)
  if (!event) throw notFound('usage event', id)
  if (event.reversedAt) {
    throw new PurserError(
      'invalid_state',
      `This event was reversed on ${event.reversedAt.toISOString()}.`,
    )
  }
  if (event.accountId !== null && event.firstSeq !== null && event.lastSeq !== null) {
    await reverseDeduction(tx, scope, {
      customerId,
      creditCurrencyId: event.creditCurrencyId ?? '',
      usageEventId: id,
      firstSeq: event.firstSeq,
      lastSeq: event.lastSeq,
    })
  }
  await undoTallies(tx, scope, event)
  await markReversed(tx, scope, event, now)
  return { ...event, reversedAt: now }
}

async function undoTallies(tx: Tx, scope: Scope, event: StoredEvent): Promise<void> {
  const { environmentId } = scope
  const { bucket, customerId, eventName, occurredAt } = event
  const effects = decodeEffects(event.effects)
  const otherEvents = await readOtherEvents(tx, scope, event, effects)
  const customerKey = { environmentId, bucket, customerId }
  const session = sessionOf(tx)
  const book: Tallies = {
    ...emptyTallies(),
    counters: await readCounters(
      session,
      effects.counters.map((effect) => ({ ...customerKey, ...effect })),
    ),
    accruals: await readAccruals(
      session,
      effects.accruals.map((effect) => ({ ...customerKey, ...effect, periodStart: effect.start })),
    ),
  }
  const removedMembers: MemberKey[] = []
  const undoTally = async (
    tally: Counter | Accrual,
    metricId: string,
    measure: Measure,
    others: OtherEvent[],
    member: (value: string) => MemberKey,
  ) => {
    const metric = await findMetric(tx, environmentId, metricId)
    if (!metric) return
    const before: Tally = { value: tally.value, latestAt: tally.latestAt }
    Object.assign(tally, undo(metric, before, measure, others))
    if ('member' in measure && tally.value !== before.value)
      removedMembers.push(member(measure.member))
  }
  for (const effect of effects.counters) {
    const key = { ...customerKey, ...effect }
    const counter = book.counters.get(counterMapKey(key))
    // The rate has moved to a newer window, which does not contain this event.
    if (!counter || counter.periodStart.getTime() !== effect.start.getTime()) continue
    const others = otherEvents.flatMap(({ at, counters }) =>
      counters
        .filter(
          (other) =>
            counterMapKey({ ...customerKey, ...other }) === counterMapKey(key) &&
            other.start.getTime() === effect.start.getTime(),
        )
        .map(({ measure }) => ({ measure, occurredAt: at })),
    )
    await undoTally(counter, effect.metricId, effect.measure, others, (member) => ({
      ...key,
      slot: effect.start,
      member,
    }))
    book.changedCounters.add(counter)
  }
  for (const effect of effects.accruals) {
    const key = { ...customerKey, ...effect, periodStart: effect.start }
    const accrual = book.accruals.get(accrualMapKey(key))
    if (!accrual) continue
    const others = otherEvents.flatMap(({ at, accruals }) =>
      accruals
        .filter(
          (other) =>
            accrualMapKey({ ...customerKey, ...other, periodStart: other.start }) ===
            accrualMapKey(key),
        )
        .map(({ measure }) => ({ measure, occurredAt: at })),
    )
    await undoTally(accrual, effect.metricId, effect.measure, others, (member) =>
      accrualMember(accrual, member),
    )
    book.changedAccruals.add(accrual)
  }
  for (const member of removedMembers) await removeMember(tx, member)
  const day = {
    ...customerKey,
    day: utcDay(occurredAt),
    eventName,
    total: subtract(ZERO, event.quantity),
  }
  await Promise.all(saveUsage(session, { events: [], book, days: [day], messages: [] }))
}

/**
 * Reads the effects of the customer's other events with this name, if an aggregation must be
 * recomputed from them.
 */
async function readOtherEvents(
  tx: Tx,
  scope: Scope,
  event: StoredEvent,
  { counters, accruals }: Effects,
) {
  for (const metricId of new Set([...counters, ...accruals].map((effect) => effect.metricId))) {
    const metric = await findMetric(tx, scope.environmentId, metricId)
    if (metric && needsOtherEvents(metric)) {
      const others = await readOtherEffects(tx, scope, event)
      return others.map(({ occurredAt, effects }) => ({
        at: occurredAt,
        ...decodeEffects(effects),
      }))
    }
  }
  return []
}
