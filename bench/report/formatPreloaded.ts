import { type CaseName, titleOf } from '../cases.ts'
import type { Measured } from '../measureRounds.ts'
import { formatTable } from './formatTable.ts'

/** Compares the speed of each case on an empty and on a preloaded database. */
export function formatPreloaded(
  cases: readonly CaseName[],
  before: Measured,
  after: Measured,
): string {
  return formatTable(
    ['case', 'empty, events/s', 'preloaded, events/s', 'ratio'],
    cases.flatMap((name) => {
      const [empty, full] = [before[name]?.eventsPerSecond, after[name]?.eventsPerSecond]
      if (empty === undefined || full === undefined) return []
      const count = (value: number) => Math.round(value).toLocaleString('en')
      return [[titleOf(name), count(empty), count(full), (full / empty).toFixed(2)]]
    }),
  )
}
