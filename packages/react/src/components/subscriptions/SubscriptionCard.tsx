import type { Subscription } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { PerCustomer } from '../../client/PerCustomer.tsx'
import { useSubscriptions } from '../../subscriptions/useSubscriptions.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { SubscriptionDetails } from './SubscriptionDetails.tsx'

export interface SubscriptionCardProps {
  /** Opens the page where the customer chooses a plan. Without it, there is no such button. */
  readonly onPickPlan?: (() => void) | undefined
  readonly className?: string | undefined
}

const OVER: readonly Subscription['status'][] = ['canceled', 'incomplete_expired']

/** Shows the customer's plans, their status and next dates, and lets the customer cancel them. */
export function SubscriptionCard(props: SubscriptionCardProps): ReactElement {
  return (
    <PerCustomer>
      <SubscriptionList {...props} />
    </PerCustomer>
  )
}

function SubscriptionList({ onPickPlan, className }: SubscriptionCardProps): ReactElement {
  const { subscriptions, isLoading, error, refetch } = useSubscriptions()
  const { subscriptions: words } = useWords()
  const [announcement, setAnnouncement] = useState({ message: '', count: 0 })
  const ongoing = subscriptions.filter(({ status }) => !OVER.includes(status))
  return (
    <Card title={words.title} className={classNames('purser-subscription-card', className)}>
      {isLoading ? (
        <Loading>
          <Skeleton width="45%" height="2rem" />
          <Skeleton width="70%" height="1.5rem" />
          <Skeleton width="60%" height="2.5rem" />
        </Loading>
      ) : error && subscriptions.length === 0 ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : ongoing.length === 0 ? (
        <EmptyState
          title={words.empty}
          action={
            onPickPlan && (
              <Button variant="primary" onClick={onPickPlan}>
                {words.pick}
              </Button>
            )
          }
        >
          {words.emptyNext}
        </EmptyState>
      ) : (
        ongoing.map((subscription) => (
          <SubscriptionDetails
            key={subscription.id}
            subscription={subscription}
            onPickPlan={onPickPlan}
            onAnnounce={(message) =>
              setAnnouncement(({ count }) => ({ message, count: count + 1 }))
            }
          />
        ))
      )}
      <p className="purser-hidden" role="status">
        {/* A new element, so that screen readers also read the same sentence again. */}
        <span key={announcement.count}>{announcement.message}</span>
      </p>
    </Card>
  )
}
