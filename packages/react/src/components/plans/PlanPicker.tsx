import type { SettlementOutcome, Subscription } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { usePricing } from '../../catalog/usePricing.ts'
import { useChangeSubscription } from '../../subscriptions/useChangeSubscription.ts'
import { useSubscriptions } from '../../subscriptions/useSubscriptions.ts'
import { ConfirmDialog } from '../checkout/ConfirmDialog.tsx'
import { SettlementDialog } from '../payments/settlement/SettlementDialog.tsx'
import { PricingTable, type PricingTableProps } from '../pricing/PricingTable.tsx'
import type { PricingFeature, PricingPlan } from '../pricing/PricingTier.ts'
import { runningSubscription } from '../subscriptions/runningSubscription.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'

export interface PlanPickerProps
  extends Pick<PricingTableProps, 'productId' | 'interval' | 'onContactSales' | 'className'> {
  /** Called once per choice: the plan was started, scheduled or kept. */
  readonly onDone?: ((outcome: SettlementOutcome) => void) | undefined
}

/** Shows the pricing, and lets the customer subscribe or change the plan. */
export function PlanPicker({ onDone, ...table }: PlanPickerProps): ReactElement {
  const { pricing } = usePricing(table.productId)
  const { subscriptions } = useSubscriptions()
  const [plan, setPlan] = useState<PricingPlan | null>(null)
  const [outcome, setOutcome] = useState<SettlementOutcome | null>(null)
  return (
    <>
      <PricingTable {...table} onSelectPlan={setPlan} />
      {plan && pricing && (
        <PlanDialog
          key={plan.id}
          plan={plan}
          features={pricing.features}
          subscription={runningSubscription(subscriptions, pricing.product.id)}
          onClose={() => setPlan(null)}
          onOutcome={(settled) => {
            setPlan(null)
            setOutcome(settled)
          }}
        />
      )}
      <SettlementDialog outcome={outcome} onClose={() => setOutcome(null)} onSettled={onDone} />
    </>
  )
}

interface PlanDialogProps {
  readonly plan: PricingPlan
  readonly features: readonly PricingFeature[]
  /** The subscription to change; undefined for a customer without one. */
  readonly subscription: Subscription | undefined
  readonly onClose: () => void
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

/** Shows the cost and effects of a plan, and asks for confirmation. */
function PlanDialog(props: PlanDialogProps): ReactElement {
  const { plan, subscription } = props
  if (subscription === undefined) return <SubscribeDialog {...props} />
  return plan.id === subscription.planId ? (
    <KeepDialog {...props} subscription={subscription} />
  ) : (
    <ChangeDialog {...props} subscription={subscription} />
  )
}

interface KeepDialogProps {
  readonly subscription: Subscription
  readonly onClose: () => void
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

/** Cancels the scheduled change of a customer who keeps the current plan. */
function KeepDialog({ subscription, onClose, onOutcome }: KeepDialogProps): ReactElement {
  const { checkout: words } = useWords()
  const { id: subscriptionId, planId, planName } = subscription
  const { changeSubscription, isPending, error } = useChangeSubscription({ subscriptionId, planId })
  return (
    <ConfirmDialog
      title={words.keep(planName)}
      input={null}
      isPending={isPending}
      onConfirm={async () => onOutcome(await changeSubscription())}
      onClose={onClose}
    >
      <p>{words.keepText}</p>
      {error && <ErrorNotice error={error} />}
    </ConfirmDialog>
  )
}
