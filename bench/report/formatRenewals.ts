import type { Figures } from '../measureCase.ts'
import type { Pace, RenewalFigures } from '../renewals/measureRenewals.ts'
import { formatTable } from './formatBenchmark.ts'

interface Measured {
  alone: Pace
  /** `apart`: the worker runs in a separate process. `together`: it runs inside the server. */
  apart: RenewalFigures
  together: RenewalFigures
}

/** Compares track and renewals at the same time with track alone and with renewals alone. */
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

const compare = ({ alone, during }: RenewalFigures): string[] => [
  ...against(alone, during, ({ eventsPerSecond }) => eventsPerSecond, 0),
  ...against(alone, during, ({ p99Micros }) => p99Micros / 1_000, 1),
]

function against(
  alone: Figures,
  during: Figures,
  figure: (of: Figures) => number,
  digits: number,
): string[] {
  const [before, after] = [figure(alone), figure(during)]
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
