import type { CheckoutPreview } from '@purser/contract'
import { recurringAmount } from '../../subscriptions/core.ts'
import type { LoadedPlan } from '../../subscriptions/index.ts'

type PlanDetails = NonNullable<CheckoutPreview['details']['subscription']>

export const planDetails = (
  loaded: LoadedPlan,
  {
    subscriptionId,
    trialEndsAt,
    nextBillingAt,
  }: {
    subscriptionId: string | null
    trialEndsAt: Date | null
    nextBillingAt: Date | null
  },
): PlanDetails => ({
  planId: loaded.planId,
  planName: loaded.planName,
  productId: loaded.plan.productId,
  interval: loaded.plan.interval,
  intervalCount: loaded.plan.intervalCount,
  recurringAmount: recurringAmount(loaded),
  subscriptionId,
  trialEndsAt: trialEndsAt?.toISOString() ?? null,
  nextBillingAt: nextBillingAt?.toISOString() ?? null,
})
