import { type PointerEvent, type ReactElement, useState } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { axisTicks } from './axisTicks.ts'

interface BarDay {
  /** UTC day, YYYY-MM-DD. */
  readonly date: string
  readonly value: number
}

interface BarChartProps {
  /** Description for screen readers. */
  readonly caption: string
  /** Oldest first, each day once. */
  readonly days: readonly BarDay[]
  /** Meaning of the values, such as `Credits used`. */
  readonly valueLabel: string
  readonly formatValue: (value: number) => string
}

const PLOT_HEIGHT = 144
/** Minimum height, so that a day with little usage stays visible. */
const MIN_BAR_HEIGHT = 2
const GAP = 0.25

/** A bar per day, with mouse, keyboard and screen reader support. */
export function BarChart({
  caption,
  days,
  valueLabel,
  formatValue,
}: BarChartProps): ReactElement | null {
  const format = useFormat()
  const { common } = useWords()
  const [active, setActive] = useState<number | null>(null)
  if (days.length === 0) return null
  const ticks = axisTicks(Math.max(...days.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  const last = days.length - 1
  const day = active === null ? undefined : days[Math.min(active, last)]
  const describe = ({ date, value }: BarDay) => `${format.day(date)}: ${formatValue(value)}`

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width === 0) return
    const at = Math.floor(((event.clientX - left) / width) * days.length)
    setActive(Math.min(Math.max(at, 0), last))
  }

  return (
    <figure className="purser-chart" aria-label={caption}>
      <div className="purser-chart-frame">
        <ol className="purser-chart-y" aria-hidden="true">
          {[...ticks].reverse().map((tick) => (
            <li key={tick}>{formatValue(tick)}</li>
          ))}
        </ol>
        <div
          className="purser-chart-plot"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setActive(null)}
        >
          <svg width="100%" height={PLOT_HEIGHT} aria-hidden="true">
            {ticks.map((tick) => (
              <line
                key={tick}
                className="purser-chart-line"
                x1="0"
                x2="100%"
                y1={lineAt(tick / top)}
                y2={lineAt(tick / top)}
              />
            ))}
            {days.map(({ date, value }, at) => {
              const height = value > 0 ? Math.max((value / top) * PLOT_HEIGHT, MIN_BAR_HEIGHT) : 0
              return (
                <rect
                  key={date}
                  className="purser-chart-bar"
                  data-active={at === active || undefined}
                  x={`${((at + GAP / 2) / days.length) * 100}%`}
                  width={`${((1 - GAP) / days.length) * 100}%`}
                  y={PLOT_HEIGHT - height}
                  height={height}
                  rx="2"
                />
              )
            })}
          </svg>
          <input
            className="purser-chart-walk"
            type="range"
            aria-label={`${caption}. ${common.chartHint}`}
            aria-valuetext={describe(day ?? days[last] ?? { date: '', value: 0 })}
            min={0}
            max={last}
            value={active ?? last}
            onChange={(event) => setActive(event.target.valueAsNumber)}
            onFocus={() => setActive((at) => at ?? last)}
            onBlur={() => setActive(null)}
          />
          {day && active !== null && (
            <div
              className="purser-chart-tip"
              aria-hidden="true"
              style={{ left: `${((active + 0.5) / days.length) * 100}%` }}
              data-side={active < days.length / 4 ? 'start' : active > last * 0.75 ? 'end' : 'mid'}
            >
              <span>{format.day(day.date)}</span>
              <strong>{formatValue(day.value)}</strong>
            </div>
          )}
        </div>
        <ol className="purser-chart-x" aria-hidden="true">
          {labelledDays(days).map(({ date }) => (
            <li key={date}>{format.day(date)}</li>
          ))}
        </ol>
      </div>
      <div className="purser-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{common.date}</th>
              <th scope="col">{valueLabel}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{format.day(date)}</th>
                <td>{formatValue(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** Half a pixel up, so that the lowest line is inside. */
const lineAt = (share: number): number => Math.max(PLOT_HEIGHT * (1 - share) - 0.5, 0.5)

/** The first, the last and up to three days between them. */
function labelledDays(days: readonly BarDay[]): readonly BarDay[] {
  const last = days.length - 1
  const positions = new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * last)))
  return days.filter((_, at) => positions.has(at))
}
