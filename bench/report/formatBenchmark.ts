import { type CaseName, titleOf } from '../cases.ts'
import type { FiguresByCase } from '../measureRounds.ts'

interface Ratio {
  what: string
  of: CaseName
  to: CaseName
  floor: number
  goal: number
  unit: '' | '×'
}

const ratios: Ratio[] = [
  { what: 'check / no-op POST', of: 'check', to: 'noop', floor: 0.55, goal: 0.75, unit: '' },
  { what: 'track / no-op POST', of: 'track', to: 'noop', floor: 0.22, goal: 0.4, unit: '' },
  { what: 'track / naive', of: 'track', to: 'naive', floor: 4, goal: 8, unit: '×' },
  { what: 'track / pgbench TPC-B', of: 'track', to: 'pgbench', floor: 1.2, goal: 2, unit: '×' },
  {
    what: 'track / naive, one hot customer',
    of: 'hot',
    to: 'naive-hot',
    floor: 15,
    goal: 30,
    unit: '×',
  },
  {
    what: 'track, 100 events a request / naive',
    of: 'batch',
    to: 'naive',
    floor: 8,
    goal: 15,
    unit: '×',
  },
]

/** Formats the ratios that the design promises, before and after preloading. */
export function formatRatios(before: FiguresByCase, after: FiguresByCase | undefined): string {
  return formatTable(
    ['ratio of events/s', 'floor', 'goal', 'measured', ...(after ? ['preloaded'] : [])],
    ratios.map(({ what, of, to, floor, goal, unit }) => {
      const measure = (measured: FiguresByCase) => {
        const value = divide(measured, of, to)
        if (value === undefined) return '–'
        return `${format(value)}${unit}${value < floor ? ' below the floor' : ''}`
      }
      return [
        what,
        `${floor}${unit}`,
        `${goal}${unit}`,
        measure(before),
        ...(after ? [measure(after)] : []),
      ]
    }),
  )
}

function divide(measured: FiguresByCase, of: CaseName, to: CaseName): number | undefined {
  const dividend = measured[of]
  const divisor = measured[to]
  return dividend && divisor && dividend.eventsPerSecond / divisor.eventsPerSecond
}

const format = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

const ABSENT = '–'

/** Formats the figures of each case as a table. */
export function formatFigures(cases: readonly CaseName[], measured: FiguresByCase): string {
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

/** Compares the speed of each case on an empty and on a preloaded database. */
export function formatPreloaded(
  cases: readonly CaseName[],
  before: FiguresByCase,
  after: FiguresByCase,
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

const LIMIT_MB = 350

/** Describes the server's memory under load in one sentence. The samples are a second apart. */
export function describeMemory(samples: readonly number[]): string {
  const show = (megabytes: number | undefined) => `${Math.round(megabytes ?? 0)} MB`
  const most = Math.max(...samples)
  const verdict = most > LIMIT_MB ? `, which is over the limit of ${LIMIT_MB} MB` : ''
  return `The server ran track at full load for ${samples.length} s. It used ${show(samples[0])} at the start, ${show(most)} at most${verdict}, and ${show(samples.at(-1))} at the end. In the second half its memory changed by ${slope(samples.slice(samples.length / 2)).toFixed(1)} MB per minute.`
}

/** Fits a line to the samples and returns its slope in megabytes per minute. */
function slope(samples: readonly number[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = (samples.length - 1) / 2
  const level = mean(samples)
  const together = samples.map((value, at) => (at - middle) * (value - level))
  const spread = samples.map((_, at) => (at - middle) ** 2)
  return samples.length < 2 ? 0 : (mean(together) / mean(spread)) * 60
}

/** Formats a Markdown table with aligned columns, so that it also reads well in a terminal. */
export function formatTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? title).length)),
  )
  const line = (cells: string[]) => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    return `| ${padded.join(' | ')} |`
  }
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
