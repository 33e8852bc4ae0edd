import {
  type Accrual,
  accrualMember,
  accrualName,
  type CounterKey,
  type MemberKey,
  memberName,
} from '../meters/tallies.core.ts'
import type { UsageEvent } from './event.core.ts'
import type { PlannedEvent, TrackedCustomer } from './planEvent.core.ts'

type CustomerAddress = Pick<TrackedCustomer, 'bucket' | 'environmentId' | 'customerId'>

export type AccrualKey = Pick<
  Accrual,
  'bucket' | 'environmentId' | 'customerId' | 'subscriptionId' | 'chargeId' | 'periodStart'
>

export type UsageEventKey = CustomerAddress & { idempotencyKey: string }

export const eventKeyName = (customer: string, idempotencyKey: string): string =>
  `${customer}\0${idempotencyKey}`

/** The rows that events need, each by its name. */
export interface Needs {
  keys: ReadonlyMap<string, UsageEventKey>
  counters: ReadonlyMap<string, CounterKey>
  accruals: ReadonlyMap<string, AccrualKey>
  members: ReadonlyMap<string, MemberKey>
  wallets: ReadonlyMap<string, CustomerAddress & { name: string; now: Date }>
}

/** Returns whether `read` contains everything in `needs`. */
export const includesAll = (read: Needs, needs: Needs): boolean =>
  isWithin(needs.keys, read.keys) &&
  isWithin(needs.counters, read.counters) &&
  isWithin(needs.accruals, read.accruals) &&
  isWithin(needs.members, read.members) &&
  isWithin(needs.wallets, read.wallets)

function isWithin(small: ReadonlyMap<string, unknown>, large: ReadonlyMap<string, unknown>) {
  for (const name of small.keys()) if (!large.has(name)) return false
  return true
}

export function needsOf(
  steps: readonly { customer: TrackedCustomer; event: UsageEvent; keyName: string | null }[],
  planned: readonly PlannedEvent[],
): Needs {
  const keys = new Map<string, UsageEventKey>()
  const counters = new Map<string, CounterKey>()
  const accruals = new Map<string, AccrualKey>()
  const members = new Map<string, MemberKey>()
  const wallets = new Map<string, CustomerAddress & { name: string; now: Date }>()
  const addMember = (key: MemberKey) => members.set(memberName(key), key)
  for (const { customer, event, keyName } of steps) {
    const { idempotencyKey } = event
    if (keyName === null || idempotencyKey === null) continue
    const { environmentId, customerId, bucket } = customer
    keys.set(keyName, { bucket, environmentId, customerId, idempotencyKey })
  }
  for (const { customer, metrics, now } of planned) {
    const { name: ownerName, environmentId, customerId, bucket, rights } = customer
    for (const {
      route,
      measure,
      counters: plannedCounters,
      accruals: plannedAccruals,
    } of metrics) {
      const metricId = route.metric.id
      if (route.credits.length > 0) {
        wallets.set(ownerName, { name: ownerName, bucket, environmentId, customerId, now })
      }
      for (const { key, name, span } of plannedCounters) {
        if (!route.isBlind) counters.set(name, key)
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
        accruals.set(accrualName(key), key)
        if ('member' in measure) {
          addMember(accrualMember({ ...key, metricId }, measure.member))
        }
      }
    }
  }
  return { keys, counters, accruals, members, wallets }
}
