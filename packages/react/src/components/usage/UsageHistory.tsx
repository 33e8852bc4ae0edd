import { type ReactElement, useState } from 'react'
import { usePricing } from '../../catalog/usePricing.ts'
import { useUsageHistory } from '../../usage/useUsageHistory.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { BarChart } from '../ui/BarChart.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'

export interface UsageHistoryProps {
  /** Number of days up to today. */
  readonly days?: number | undefined
  /** Shows only this event. Default: the customer chooses. */
  readonly eventName?: string | undefined
  readonly className?: string | undefined
}

/** Shows daily usage. */
export function UsageHistory({ days = 30, eventName, className }: UsageHistoryProps): ReactElement {
  const { series, isLoading, error, refetch } = useUsageHistory(days)
  const { usage: words } = useWords()
  const { count } = useFormat()
  const [selection, setSelection] = useState<string | null>(null)
  const nameOf = useEventNames()
  const events = Object.keys(series).sort()
  const shownEvent = eventName ?? (selection && series[selection] ? selection : events[0])
  const history = shownEvent === undefined ? undefined : series[shownEvent]
  // Quantities are not money, so a sum of doubles is good enough. It is shown with six decimals.
  const sum = history?.reduce((total, day) => total + day.total, 0) ?? 0

  return (
    <Card
      title={words.historyTitle}
      className={classNames('purser-usage-history', className)}
      actions={
        eventName === undefined &&
        events.length > 1 && (
          <select
            className="purser-input purser-select"
            aria-label={words.event}
            value={shownEvent}
            onChange={(event) => setSelection(event.target.value)}
          >
            {events.map((event) => (
              <option key={event} value={event}>
                {nameOf(event)}
              </option>
            ))}
          </select>
        )
      }
    >
      {isLoading ? (
        <ChartSkeleton />
      ) : history && shownEvent !== undefined ? (
        <>
          <p className="purser-soft">{words.sum(count(sum), count(days))}</p>
          <BarChart
            caption={words.historyCaption(nameOf(shownEvent), count(days))}
            valueLabel={words.quantity}
            days={history.map(({ date, total }) => ({ date, value: total }))}
            formatValue={count}
          />
        </>
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <EmptyState title={words.historyEmpty(count(days))}>{words.historyEmptyNext}</EmptyState>
      )}
    </Card>
  )
}

/** Customers know features, not events. An event without a public feature keeps its name. */
function useEventNames(): (event: string) => string {
  const { pricing } = usePricing()
  return (event) => pricing?.features.find(({ eventName }) => eventName === event)?.name ?? event
}

/** A placeholder for a line of text and a chart. */
const ChartSkeleton = (): ReactElement => (
  <Loading>
    <Skeleton width="40%" height="1.375rem" />
    <Skeleton height="165px" />
  </Loading>
)
