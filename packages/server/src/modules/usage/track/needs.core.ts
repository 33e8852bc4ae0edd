import type { UsageEvent } from '../event/event.core.ts'
import {
  type Accrual,
  accrualMapKey,
  accrualMember,
  type CounterKey,
  type MemberKey,
  memberMapKey,
} from '../meters/tallies.core.ts'
import type { PlannedEvent, TrackedCustomer } from './planEvent.core.ts'

type CustomerAddress = Pick<TrackedCustomer, 'bucket' | 'environmentId' | 'customerId'>

export type AccrualKey = Pick<
  Accrual,
  'bucket' | 'environmentId' | 'customerId' | 'subscriptionId' | 'chargeId' | 'periodStart'
>

export type UsageEventKey = CustomerAddress & { idempotencyKey: string }

export const usageEventMapKey = (customer: string, idempotencyKey: string): string =>
  `${customer}\0${idempotencyKey}`

/** The rows that events need, each by its map key. */
export interface Needs {
  keys: ReadonlyMap<string, UsageEventKey>
  counters: ReadonlyMap<string, CounterKey>
  accruals: ReadonlyMap<string, AccrualKey>
  members: ReadonlyMap<string, MemberKey>
  wallets: ReadonlyMap<string, CustomerAddress & { mapKey: string; now: Date }>
}

/** Returns whether `read` contains everything in `needs`. */
export const includesAll = (read: Needs, needs: Needs): boolean =>
  isWithin(needs.keys, read.keys) &&
  isWithin(needs.counters, read.counters) &&
  isWithin(needs.accruals, read.accruals) &&
  isWithin(needs.members, read.members) &&
  isWithin(needs.wallets, read.wallets)

function isWithin(small: ReadonlyMap<string, unknown>, large: ReadonlyMap<string, unknown>) {
  for (const mapKey of small.keys()) if (!large.has(mapKey)) return false
  return true
}

export function needsOf(
  steps: readonly { customer: TrackedCustomer; event: UsageEvent; eventMapKey: string | null }[],
  planned: readonly PlannedEvent[],
): Needs {
  const keys = new Map<string, UsageEventKey>()
  const counters = new Map<string, CounterKey>()
  const accruals = new Map<string, AccrualKey>()
  const members = new Map<string, MemberKey>()
  const wallets = new Map<string, CustomerAddress & { mapKey: string; now: Date }>()
  const addMember = (key: MemberKey) => members.set(memberMapKey(key), key)
  for (const { customer, event, eventMapKey } of steps) {
    const { idempotencyKey } = event
    if (eventMapKey === null || idempotencyKey === null) continue
    const { environmentId, customerId, bucket } = customer
    keys.set(eventMapKey, { bucket, environmentId, customerId, idempotencyKey })
  }
  for (const { customer, metrics, now } of planned) {
    const { mapKey: ownerKey, environmentId, customerId, bucket, rights } = customer
    for (const {
      route,
      measure,
      counters: plannedCounters,
      accruals: plannedAccruals,
    } of metrics) {
      const metricId = route.metric.id
      if (route.credits.length > 0) {
        wallets.set(ownerKey, { mapKey: ownerKey, bucket, environmentId, customerId, now })
      }
      for (const { key, mapKey, span } of plannedCounters) {
        if (!route.isBlind) counters.set(mapKey, key)
        if ('member' in measure) addMember({ ...key, slot: span.start, member: measure.member })
      }
      for (const { charge, span } of plannedAccruals) {
        const subscriptionId = rights.subscriptions[charge.subscription]?.id ?? ''
        const key = {
          environmentId,
          bucket,
          customerId,
          subscriptionId,
          chargeId: charge.id,
          periodStart: span.start,
        }
        accruals.set(accrualMapKey(key), key)
        if ('member' in measure) {
          addMember(accrualMember({ ...key, metricId }, measure.member))
        }
      }
    }
  }
  return { keys, counters, accruals, members, wallets }
}
