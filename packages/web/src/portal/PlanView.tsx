import { PlanPicker, SubscriptionCard } from '@purser/react/components'
import type { ReactElement } from 'react'

/** The plan that the customer is on, and the others. */
export const PlanView = (): ReactElement => (
  <>
    <SubscriptionCard />
    <PlanPicker />
  </>
)
