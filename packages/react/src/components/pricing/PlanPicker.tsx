import type { SettlementOutcome } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { usePricing } from '../../catalog/usePricing.ts'
import { useSubscriptions } from '../../subscriptions/useSubscriptions.ts'
import { SettlementDialog } from '../payments/SettlementDialog.tsx'
import { runningSubscription } from '../subscriptions/runningSubscription.ts'
import { PlanDialog } from './PlanDialog.tsx'
import { PricingTable, type PricingTableProps } from './PricingTable.tsx'
import type { PricingPlan } from './PricingTier.ts'

export interface PlanPickerProps
  extends Pick<PricingTableProps, 'productId' | 'interval' | 'onContactSales' | 'className'> {
  /** The plan is there, is to come, or was kept: called once for each choice. */
  readonly onDone?: ((outcome: SettlementOutcome) => void) | undefined
}

/** The price list, on which a customer subscribes or changes its plan. */
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
