import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount, ZERO } from '../../../kernel/amount.ts'
import type { Metric } from '../../catalog/read.ts'
import type { Measure } from '../meters/measure.core.ts'
import { type Tally, tallyAfter } from '../meters/tallies.core.ts'
import { undo } from './undo.core.ts'

interface MeasuredEvent {
  measure: Measure
  occurredAt: Date
}

/** Computes a tally from all events. */
function tallyOf(aggregation: Metric['aggregation'], events: readonly MeasuredEvent[]): Tally {
  const seen = new Set<string>()
  return events.reduce<Tally>(
    (tally, { measure, occurredAt }) => {
      const member = 'member' in measure ? measure.member : ''
      const isNew = !seen.has(member)
      seen.add(member)
      return tallyAfter({ aggregation } as Metric, tally, measure, occurredAt, isNew)
    },
    { value: ZERO, latestAt: null },
  )
}

const arbitraryEvents = (aggregation: Metric['aggregation']) =>
  fc.array(
    fc.record({
      measure:
        aggregation === 'unique'
          ? fc.constantFrom('a', 'b', 'c').map((member): Measure => ({ member }))
          : fc.integer({ min: 0, max: 20 }).map((n): Measure => ({ amount: parseAmount(n) })),
      occurredAt: fc.integer({ min: 0, max: 5 }).map((at) => new Date(at)),
    }),
    { minLength: 1, maxLength: 12 },
  )

describe('undoing an event', () => {
  it.each(['count', 'sum', 'max', 'latest', 'unique'] as const)(
    'leaves a %s as if the event had never happened',
    (aggregation) => {
      fc.assert(
        fc.property(arbitraryEvents(aggregation), fc.nat(), (events, pick) => {
          const position = pick % events.length
          const reversed = events[position] as MeasuredEvent
          const remaining = events.filter((_, at) => at !== position)
          const after = undo(
            { aggregation },
            tallyOf(aggregation, events),
            reversed.measure,
            remaining,
          )
          expect(after).toEqual(tallyOf(aggregation, remaining))
        }),
      )
    },
  )
})
