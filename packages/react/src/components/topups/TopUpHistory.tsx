import type { TopUpAttempt } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useCreditAccounts } from '../../credits/useCreditAccounts.ts'
import { useTopupHistory } from '../../credits/useTopupHistory.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Table, TableSkeleton } from '../ui/Table.tsx'

export interface TopUpHistoryProps {
  /** Only this wallet. Default: all. */
  readonly creditCurrencyId?: string | undefined
  readonly className?: string | undefined
}

const TONES: Readonly<Record<TopUpAttempt['status'], Tone>> = {
  pending: 'accent',
  succeeded: 'positive',
  failed: 'negative',
  skipped: 'neutral',
}

/** Lists manual and automatic top-up attempts, newest first. */
export function TopUpHistory({ creditCurrencyId, className }: TopUpHistoryProps): ReactElement {
  const { common, topUps, skipReasons } = useWords()
  const format = useFormat()
  /** Cursors of the previous pages. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const { accounts } = useCreditAccounts()
  const { attempts, nextCursor, isLoading, error, refetch } = useTopupHistory({
    ...(creditCurrencyId !== undefined && { currencyId: creditCurrencyId }),
    ...(cursor !== undefined && { cursor }),
  })
  const currencyOf = (attempt: TopUpAttempt) =>
    accounts.find(({ id }) => id === attempt.creditAccountId)?.currency
  const reasonOf = ({ skipReason, errorMessage }: TopUpAttempt) =>
    skipReason ? skipReasons[skipReason] : errorMessage

  return (
    <Card title={topUps.title} className={classNames('purser-top-up-history', className)}>
      {isLoading && <TableSkeleton rows={3} />}
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!isLoading && !error && attempts.length === 0 && (
        <EmptyState title={topUps.empty}>{topUps.emptyNext}</EmptyState>
      )}
      {attempts.length > 0 && (
        <Table
          caption={topUps.title}
          head={
            <tr>
              <th scope="col">{common.date}</th>
              <th scope="col">{common.status}</th>
              <th scope="col" className="purser-number">
                {topUps.credits}
              </th>
            </tr>
          }
        >
          {attempts.map((attempt) => (
            <tr key={attempt.id}>
              <th scope="row">
                {format.date(attempt.createdAt)}
                <small className="purser-soft">
                  {topUps[attempt.triggerSource]}
                  {creditCurrencyId === undefined && ` · ${currencyOf(attempt)?.name ?? ''}`}
                </small>
              </th>
              <td>
                <Badge tone={TONES[attempt.status]}>{topUps[attempt.status]}</Badge>
                {reasonOf(attempt) && <small className="purser-soft">{reasonOf(attempt)}</small>}
              </td>
              <td className="purser-number">
                {attempt.amount !== undefined && format.amount(attempt.amount, currencyOf(attempt))}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {(cursor !== undefined || nextCursor !== null) && (
        <div className="purser-form-actions">
          <Button
            disabled={cursor === undefined}
            onClick={() => setCursors((before) => before.slice(0, -1))}
          >
            {topUps.newer}
          </Button>
          <Button
            disabled={nextCursor === null}
            onClick={() => setCursors((before) => (nextCursor ? [...before, nextCursor] : before))}
          >
            {topUps.older}
          </Button>
        </div>
      )}
    </Card>
  )
}
