import { type ReactElement, useId } from 'react'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { bestSaving } from './bestSaving.ts'
import type { PricingPlan, PricingTier } from './PricingTier.ts'

interface IntervalSwitchProps {
  readonly tiers: readonly PricingTier[]
  readonly intervals: readonly string[]
  readonly selection: string
  readonly onChoose: (interval: string) => void
}

/** Switches between monthly, yearly and other intervals. */
export function IntervalSwitch({
  tiers,
  intervals,
  selection,
  onChoose,
}: IntervalSwitchProps): ReactElement {
  const { pricing: words, common } = useWords()
  const { count } = useFormat()
  const group = useId()

  const label = (interval: string): string => {
    const names: Readonly<Record<string, string>> = words.intervalNames
    const plan = tiers
      .flatMap(({ plans }) => plans)
      .find((candidate) => nameInterval(candidate) === interval)
    if (!plan || plan.intervalCount === 1) return names[interval] ?? interval
    const many: Readonly<Record<string, readonly string[]>> = common.intervals
    return words.everyInterval(count(plan.intervalCount), many[plan.interval]?.[1] ?? plan.interval)
  }

  return (
    <fieldset className="purser-switch">
      <legend className="purser-hidden">{words.interval}</legend>
      {intervals.map((interval) => {
        const saving = bestSaving(tiers, (plan) => nameInterval(plan) === interval)
        return (
          <label key={interval} className="purser-switch-option">
            <input
              type="radio"
              name={group}
              value={interval}
              checked={interval === selection}
              onChange={() => onChoose(interval)}
            />
            <span>
              {label(interval)}{' '}
              {saving > 0 && (
                <small className="purser-switch-note">{words.saving(count(saving))}</small>
              )}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

/** Names an interval: `month`, `3 months`. */
export const nameInterval = ({
  interval,
  intervalCount,
}: Pick<PricingPlan, 'interval' | 'intervalCount'>): string =>
  intervalCount === 1 ? interval : `${intervalCount} ${interval}s`
