import type { ReactElement } from 'react'
import { useEntitlements } from '../../entitlements/useEntitlements.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { MeterBar, MeterSkeleton } from './MeterBar.tsx'

export interface UsageMetersProps {
  readonly className?: string | undefined
}

/** Shows all metered features of the customer's plan. */
export function UsageMeters({ className }: UsageMetersProps): ReactElement {
  const { list, isLoading, error, refetch } = useEntitlements()
  const { usage: words } = useWords()
  const metered = list.flatMap((entitlement) =>
    entitlement.type === 'metered' ? [entitlement] : [],
  )
  return (
    <Card title={words.title} className={classNames('purser-usage-meters', className)}>
      {isLoading ? (
        <>
          <MeterSkeleton />
          <MeterSkeleton />
        </>
      ) : error && list.length === 0 ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : metered.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyNext}</EmptyState>
      ) : (
        metered.map(({ featureSlug, featureName, usage, limit, isUnlimited, nextResetAt }) => (
          <MeterBar
            key={featureSlug}
            label={featureName ?? featureSlug}
            usage={usage}
            limit={isUnlimited ? null : limit}
            resetsAt={nextResetAt}
          />
        ))
      )}
    </Card>
  )
}
