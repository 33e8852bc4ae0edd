import type { Figures } from '../Figures.ts'
import type { Beside, Pace } from '../renewals/measureRenewals.ts'
import { formatTable } from './formatTable.ts'

interface Measured {
  alone: Pace
  /** `apart`: the worker has a separate process. `together`: it runs inside the server. */
  apart: Beside
  together: Beside
}

/** Compares track during renewals with each of them alone. */
export function formatRenewals({ alone, apart, together }: Measured): string {
  const rows = [
    ['separate worker', apart],
    ['worker inside the server, as in `npm start`', together],
  ] as const
  return [
    formatTable(
      [
        'track during renewals',
        'alone, events/s',
        'with renewals',
        'ratio',
        'p99 ms alone',
        'with renewals',
        'ratio',
      ],
      rows.map(([title, figures]) => [title, ...compare(figures)]),
    ),
    formatTable(
      ['renewals', 'per second', 'ratio', 'all renewed after s', 'all charged after s'],
      [
        ['without track', ...pace(alone, alone)],
        ...rows.map(([title, figures]) => [`with track, ${title}`, ...pace(figures.pace, alone)]),
      ],
    ),
  ].join('\n\n')
}

const compare = ({ alone, beside }: Beside): string[] => [
  ...against(alone, beside, ({ eventsPerSecond }) => eventsPerSecond, 0),
  ...against(alone, beside, ({ p99Micros }) => p99Micros / 1_000, 1),
]

function against(
  alone: Figures,
  beside: Figures,
  figure: (of: Figures) => number,
  digits: number,
): string[] {
  const [before, after] = [figure(alone), figure(beside)]
  return [show(before, digits), show(after, digits), (after / before).toFixed(2)]
}

const pace = ({ renewalsPerSecond, renewalSeconds, chargeSeconds }: Pace, alone: Pace) => [
  show(renewalsPerSecond, 0),
  (renewalsPerSecond / alone.renewalsPerSecond).toFixed(2),
  show(renewalSeconds, 1),
  show(chargeSeconds, 1),
]

const show = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
