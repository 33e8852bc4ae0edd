import type { ReactElement } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { classNames } from '../ui/classNames.ts'
import { Loading, Skeleton } from '../ui/Loading.tsx'

interface MeterBarProps {
  readonly label: string
  /** null: not included in the plan. */
  readonly usage: number | null
  /** null: unlimited. */
  readonly limit: number | null
  readonly resetsAt?: string | null | undefined
  readonly className?: string | undefined
}

/** Shows an allowance as numbers, text and a bar. */
export function MeterBar({
  label,
  usage,
  limit,
  resetsAt,
  className,
}: MeterBarProps): ReactElement {
  const { usage: words } = useWords()
  const { count, date } = useFormat()
  const text =
    usage === null
      ? words.noAccess
      : limit === null
        ? words.usedUnlimited(count(usage))
        : words.used(count(usage), count(limit))
  const rest =
    usage === null || limit === null
      ? null
      : usage > limit
        ? words.over(count(usage - limit))
        : words.remaining(count(limit - usage))
  const notes = [rest, resetsAt && words.resets(date(resetsAt))].filter(Boolean)
  return (
    <div className={classNames('purser purser-meter', className)}>
      <div className="purser-meter-text">
        <span className="purser-field-label">{label}</span>
        <span className="purser-soft">{text}</span>
      </div>
      <Progress label={label} value={usage ?? 0} max={limit ?? Infinity} valueText={text} />
      <p className="purser-meter-note">{notes.join(' · ')}</p>
    </div>
  )
}

interface ProgressProps {
  readonly label: string
  readonly value: number
  readonly max: number
  /** The value for screen readers: `30 of 100 renders`. */
  readonly valueText: string
}

const NEARLY = 0.8

/** Shows how much of an allowance is used. */
function Progress({ label, value, max, valueText }: ProgressProps): ReactElement {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : value > 0 ? 1 : 0
  const state = share >= 1 ? 'full' : share >= NEARLY ? 'nearly' : 'free'
  return (
    <div className={`purser-progress purser-progress-${state}`}>
      <meter className="purser-hidden" min={0} max={1} value={share} aria-label={label}>
        {valueText}
      </meter>
      <div
        className="purser-progress-bar"
        style={{ width: `${share * 100}%` }}
        aria-hidden="true"
      />
    </div>
  )
}

/** A placeholder for a meter. */
export const MeterSkeleton = (): ReactElement => (
  <div className="purser purser-meter">
    <Loading>
      <Skeleton width="60%" height="1.375rem" />
      <Skeleton height="8px" />
      <Skeleton width="40%" height="1.1875rem" />
    </Loading>
  </div>
)
