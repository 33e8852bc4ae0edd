import type { CaseName } from '../cases.ts'
import type { Measured } from '../measureRounds.ts'
import { formatTable } from './formatTable.ts'

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
export function formatRatios(before: Measured, after: Measured | undefined): string {
  return formatTable(
    ['ratio of events/s', 'floor', 'goal', 'measured', ...(after ? ['preloaded'] : [])],
    ratios.map(({ what, of, to, floor, goal, unit }) => {
      const measure = (measured: Measured) => {
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

function divide(measured: Measured, of: CaseName, to: CaseName): number | undefined {
  const dividend = measured[of]
  const divisor = measured[to]
  return dividend && divisor && dividend.eventsPerSecond / divisor.eventsPerSecond
}

const format = (value: number): string => value.toFixed(value < 10 ? 2 : 1)
