import { type Amount, compare, ONE, subtract, ZERO } from '../../../kernel/amount.ts'
import type { Metric } from '../../catalog/read.ts'
import type { Measure } from '../meters/measure.core.ts'
import type { Tally } from '../meters/tallies.core.ts'

/** The contribution of another, unreversed event to the same tally. */
export interface OtherEvent {
  measure: Measure
  occurredAt: Date
}

/**
 * Returns a tally without one of its events. Sums subtract the event. Other aggregations are
 * recomputed from the remaining events, in the order of recording.
 */
export function undo(
  { aggregation }: Pick<Metric, 'aggregation'>,
  tally: Tally,
  measure: Measure,
  others: readonly OtherEvent[],
): Tally {
  if ('member' in measure) {
    const isStillCounted = others.some(
      (other) => 'member' in other.measure && other.measure.member === measure.member,
    )
    return { value: isStillCounted ? tally.value : subtract(tally.value, ONE), latestAt: null }
  }
  switch (aggregation) {
    case 'max':
      return { value: others.map(amountOf).reduce(greatest, ZERO), latestAt: null }
    case 'latest': {
      const [latest] = others.toSorted((a, b) => b.occurredAt.getTime() - a.occurredAt.getTime())
      // Of several events at the same instant, the last one recorded counts.
      const last = others.findLast(
        ({ occurredAt }) => occurredAt.getTime() === latest?.occurredAt.getTime(),
      )
      return last
        ? { value: amountOf(last), latestAt: last.occurredAt }
        : { value: ZERO, latestAt: null }
    }
    default:
      return { value: subtract(tally.value, measure.amount), latestAt: null }
  }
}

/** Returns whether undoing an event requires the other events. */
export const needsOtherEvents = ({ aggregation }: Pick<Metric, 'aggregation'>): boolean =>
  aggregation !== 'count' && aggregation !== 'sum'

const amountOf = ({ measure }: OtherEvent): Amount => ('amount' in measure ? measure.amount : ZERO)

const greatest = (a: Amount, b: Amount): Amount => (compare(a, b) >= 0 ? a : b)
