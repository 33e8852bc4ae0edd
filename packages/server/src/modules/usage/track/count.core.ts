import { type Amount, compare, formatAmount, parseAmount } from '../../../kernel/amount.ts'
import type { Span } from '../meters/span.core.ts'
import {
  type Counter,
  counterIn,
  memberMapKey,
  type Tallies,
  type Tally,
  tallyAfter,
} from '../meters/tallies.core.ts'
import type { Limit } from '../rights/route.core.ts'
import type { CounterEffect } from './effects.core.ts'
import type { PlannedEvent, PlannedMetric, Rejection } from './planEvent.core.ts'

/** The effect of an event on one counter, before it is applied. */
export interface CounterMove {
  counter: Counter
  span: Span
  before: Tally
  after: Tally
  isNew: boolean
}

/** Counters have 15 digits before the decimal point. */
const MAX_COUNTER = parseAmount('1000000000000000')

/**
 * Returns the counters' values after the event without changing them. Null stands for a rate window
 * that has passed.
 */
export function movesOf(
  book: Tallies,
  { occurredAt }: PlannedEvent,
  { route, measure, counters }: PlannedMetric,
): (CounterMove | null)[] {
  return counters.map((planned) => {
    const counter = counterIn(book, planned, route.isBlind)
    if (!counter) return null
    const { key, span } = planned
    const isNew =
      'member' in measure &&
      !book.members.has(memberMapKey({ ...key, slot: span.start, member: measure.member }))
    const before = { value: counter.value, latestAt: counter.latestAt }
    return {
      counter,
      span,
      before,
      after: tallyAfter(route.metric, before, measure, occurredAt, isNew),
      isNew,
    }
  })
}

/** Returns the reason to reject the event, or null. */
export function refuseCount(
  { route }: PlannedMetric,
  moves: readonly (CounterMove | null)[],
): Rejection | null {
  for (const { feature, hard, groups } of route.limits) {
    if (!hard) continue
    const room = groups.some(({ meter, limit }) => {
      const move = moves[meter]
      return !move || compare(move.after.value, limit) <= 0
    })
    if (room) continue
    const [group] = groups
    const used = group && moves[group.meter]?.before.value
    return {
      reason: 'limit_exceeded',
      message: `${feature.slug} allows ${group ? formatAmount(group.limit) : '0'} and ${used ? formatAmount(used) : '0'} are used; wait for the next period or raise the limit.`,
    }
  }
  if (moves.some((move) => move && compare(move.after.value, MAX_COUNTER) >= 0)) {
    return {
      reason: 'invalid_event',
      message: 'quantity is too large: the counter would overflow.',
    }
  }
  return null
}

/** Counts the event and returns its effects. */
export function countEvent(
  book: Tallies,
  { route, measure }: PlannedMetric,
  moves: readonly (CounterMove | null)[],
): CounterEffect[] {
  return moves.flatMap((move): CounterEffect[] => {
    if (!move) return []
    const { counter, span, after, isNew } = move
    counter.value = after.value
    counter.latestAt = after.latestAt
    book.changedCounters.add(counter)
    if (isNew && 'member' in measure) {
      const key = { ...counter, slot: span.start, member: measure.member }
      book.members.add(memberMapKey(key))
      book.newMembers.push(key)
    }
    return [
      { metricId: route.metric.id, span: span.key, slot: span.slot, start: span.start, measure },
    ]
  })
}

/** Limits that this event is the first to reach. */
export const limitsReached = (
  { route }: PlannedMetric,
  moves: readonly (CounterMove | null)[],
): { limit: Limit; amount: Amount; move: CounterMove }[] =>
  route.limits.flatMap((limit) => {
    const reached = limit.groups
      .map(({ meter, limit: amount }) => ({ move: moves[meter], amount }))
      .find(
        ({ move, amount }) =>
          move && compare(move.before.value, amount) < 0 && compare(move.after.value, amount) >= 0,
      )
    return reached?.move ? [{ limit, amount: reached.amount, move: reached.move }] : []
  })
