import type { SettlementOutcome, Subscription } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { ChangeDialog } from './ChangeDialog.tsx'
import { KeepDialog } from './KeepDialog.tsx'
import type { PricingFeature, PricingPlan } from './PricingTier.ts'
import { SubscribeDialog } from './SubscribeDialog.tsx'

interface PlanDialogProps {
  readonly plan: PricingPlan
  readonly features: readonly PricingFeature[]
  /** What the plan takes the place of; undefined for a customer without one. */
  readonly subscription: Subscription | undefined
  readonly onClose: () => void
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

/** Shows what a plan costs and changes, and asks before it does. */
export function PlanDialog(props: PlanDialogProps): ReactElement {
  const { plan, subscription } = props
  if (subscription === undefined) return <SubscribeDialog {...props} />
  return plan.id === subscription.planId ? (
    <KeepDialog {...props} subscription={subscription} />
  ) : (
    <ChangeDialog {...props} subscription={subscription} />
  )
}
