import type { ReactElement } from 'react'

interface ProgressProps {
  readonly label: string
  readonly value: number
  readonly max: number
  /** The value as it is read out: `30 of 100 renders`. */
  readonly valueText: string
}

const NEARLY = 0.8

/** How much of an allowance is used. */
export function Progress({ label, value, max, valueText }: ProgressProps): ReactElement {
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
