import { type Amount, add, compare, ONE, ZERO } from '../../../kernel/amount.ts'
import type { Metric } from '../../catalog/read.ts'
import type { Wallet } from '../../credits/core.ts'
import type { Measure } from './measure.core.ts'
import type { Span } from './span.core.ts'

interface StoredTally {
  environmentId: string
  bucket: number
  customerId: string
  metricId: string
  periodStart: Date
  periodEnd: Date | null
  value: Amount
  /** The time of the event whose value `latest` shows. */
  latestAt: Date | null
}

export interface CounterKey {
  environmentId: string
  bucket: number
  customerId: string
  metricId: string
  span: string
  slot: Date
}

export interface Counter extends StoredTally, CounterKey {
  /** True if the counter was not read. `value` is then only the amount that this batch adds. */
  isAddition: boolean
}

/** The usage in one period that a subscription's charge bills. */
export interface Accrual extends StoredTally {
  subscriptionId: string
  chargeId: string
}

export interface MemberKey extends CounterKey {
  member: string
}

export const counterMapKey = (key: CounterKey): string =>
  `${key.environmentId}\0${key.customerId}\0${key.metricId}\0${key.span}\0${key.slot.getTime()}`

export const accrualMapKey = (key: {
  environmentId: string
  subscriptionId: string
  chargeId: string
  periodStart: Date
}): string =>
  `${key.environmentId}\0${key.subscriptionId}\0${key.chargeId}\0${key.periodStart.getTime()}`

export const memberMapKey = (key: MemberKey): string => `${counterMapKey(key)}\0${key.member}`

/** The key under which a charge on a `unique` metric stores a value that it has seen. */
export const accrualMember = (
  accrual: Pick<
    Accrual,
    | 'environmentId'
    | 'bucket'
    | 'customerId'
    | 'metricId'
    | 'subscriptionId'
    | 'chargeId'
    | 'periodStart'
  >,
  member: string,
): MemberKey => ({
  environmentId: accrual.environmentId,
  bucket: accrual.bucket,
  customerId: accrual.customerId,
  metricId: accrual.metricId,
  span: `${accrual.subscriptionId}/${accrual.chargeId}`,
  slot: accrual.periodStart,
  member,
})

/**
 * The counters, accruals and seen values that a batch works on. The changed ones are written when
 * the batch ends.
 */
export interface Tallies {
  counters: Map<string, Counter>
  accruals: Map<string, Accrual>
  members: Set<string>
  changedCounters: Set<Counter>
  changedAccruals: Set<Accrual>
  newMembers: MemberKey[]
}

export const emptyTallies = (): Tallies => ({
  counters: new Map(),
  accruals: new Map(),
  members: new Set(),
  changedCounters: new Set(),
  changedAccruals: new Set(),
  newMembers: [],
})

export interface Tally {
  value: Amount
  latestAt: Date | null
}

/**
 * Returns the tally after one more event. `isNew` is true when a `unique` value was not counted
 * before.
 */
export function tallyAfter(
  { aggregation }: Metric,
  tally: Tally,
  measure: Measure,
  occurredAt: Date,
  isNew: boolean,
): Tally {
  if ('member' in measure) {
    return { value: isNew ? add(tally.value, ONE) : tally.value, latestAt: null }
  }
  switch (aggregation) {
    case 'max':
      return {
        value: compare(measure.amount, tally.value) > 0 ? measure.amount : tally.value,
        latestAt: null,
      }
    case 'latest':
      return tally.latestAt === null || occurredAt >= tally.latestAt
        ? { value: measure.amount, latestAt: occurredAt }
        : tally
    default:
      return { value: add(tally.value, measure.amount), latestAt: null }
  }
}

/**
 * Returns the counter of a span and creates it if needed. Returns null when the event belongs to a
 * rate window that has passed.
 */
export function counterIn(
  book: Tallies,
  { key, mapKey, span }: { key: CounterKey; mapKey: string; span: Span },
  isAddition: boolean,
): Counter | null {
  let counter = book.counters.get(mapKey)
  if (!counter) {
    counter = {
      ...key,
      periodStart: span.start,
      periodEnd: span.end,
      value: ZERO,
      latestAt: null,
      isAddition,
    }
    book.counters.set(mapKey, counter)
  }
  // A rate keeps only its newest window. A newer event resets it; a late event is not counted.
  const newer = counter.periodStart.getTime() - span.start.getTime()
  if (newer > 0) return null
  if (newer < 0) {
    counter.periodStart = span.start
    counter.periodEnd = span.end
    counter.value = ZERO
    counter.latestAt = null
  }
  return counter
}

/** The stored values that events need, read from the database or from memory. */
export interface StoredUsage {
  /** By `customerMapKey`. */
  wallets: ReadonlyMap<string, Wallet[]>
  counters: ReadonlyMap<string, Counter>
  accruals: ReadonlyMap<string, Accrual>
  members: ReadonlySet<string>
}

/** Copies the state into a book, so that computing leaves the state unchanged. */
export const talliesOf = ({ counters, accruals, members }: StoredUsage): Tallies => ({
  ...emptyTallies(),
  counters: copied(counters),
  accruals: copied(accruals),
  members: new Set(members),
})

const copied = <Item extends object>(items: ReadonlyMap<string, Item>): Map<string, Item> =>
  new Map([...items].map(([mapKey, item]) => [mapKey, { ...item }]))
