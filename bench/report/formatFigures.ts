import { type CaseName, titleOf } from '../cases.ts'
import type { Measured } from '../measureRounds.ts'
import { formatTable } from './formatTable.ts'

const ABSENT = '–'

/** Formats the figures of each case as a table. */
export function formatFigures(cases: readonly CaseName[], measured: Measured): string {
  return formatTable(
    ['case', 'events/s', 'p50 ms', 'p99 ms', 'CPU µs/event: server', 'PostgreSQL', 'client'],
    cases.map((name) => {
      const figures = measured[name]
      if (!figures) return [titleOf(name), ...Array<string>(6).fill(ABSENT)]
      const { eventsPerSecond, serverMicros, postgresMicros, clientMicros } = figures
      return [
        titleOf(name),
        Math.round(eventsPerSecond).toLocaleString('en'),
        formatMillis(figures.p50Micros),
        formatMillis(figures.p99Micros),
        serverMicros === null ? ABSENT : serverMicros.toFixed(0),
        postgresMicros.toFixed(0),
        clientMicros.toFixed(0),
      ]
    }),
  )
}

const formatMillis = (micros: number): string => (micros / 1_000).toFixed(1)
