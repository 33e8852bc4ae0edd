import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { useWords } from '../theme/useWords.ts'
import { classNames } from '../ui/classNames.ts'
import { Progress } from '../ui/Progress.tsx'

interface MeterBarProps {
  readonly label: string
  /** null: the plan does not have it. */
  readonly usage: number | null
  /** null: unlimited. */
  readonly limit: number | null
  readonly resetsAt?: string | null | undefined
  readonly className?: string | undefined
}

/** An allowance in numbers, words and a bar. */
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
      <p className="purser-meter-note">{notes.join(', ')}</p>
    </div>
  )
}
