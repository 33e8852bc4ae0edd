import { SubscriptionCard, UsageMeters, WalletList } from '@purser/react/components'
import type { ReactElement } from 'react'
import type { PortalViewProps } from './portalViews.ts'

/** How things stand: the plan, the wallets, what was used. */
export const OverviewView = ({ goTo }: PortalViewProps): ReactElement => (
  <div className="portal-overview">
    <SubscriptionCard onPickPlan={() => goTo('plan')} />
    <UsageMeters />
    <WalletList className="portal-overview-wide" />
  </div>
)
