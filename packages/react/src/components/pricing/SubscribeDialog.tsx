import type { SettlementOutcome } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useCreateSubscription } from '../../subscriptions/useCreateSubscription.ts'
import { useWords } from '../theme/useWords.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { CheckoutPreview } from './CheckoutPreview.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { CouponField } from './CouponField.tsx'
import { countSeats } from './countSeats.ts'
import type { PricingPlan } from './PricingTier.ts'
import { SeatFields } from './SeatFields.tsx'
import { useCoupon } from './useCoupon.ts'

interface SubscribeDialogProps {
  readonly plan: PricingPlan
  readonly onClose: () => void
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

/** For a customer that has no plan of the product. */
export function SubscribeDialog({ plan, onClose, onOutcome }: SubscribeDialogProps): ReactElement {
  const { checkout: words } = useWords()
  const { createSubscription, isPending, error } = useCreateSubscription()
  const [quantities, setQuantities] = useState(() => countSeats(plan, {}))
  const wanted = { planId: plan.id, ...(quantities && { quantities }) }
  const coupon = useCoupon({ purpose: 'subscription', ...wanted })
  return (
    <ConfirmDialog
      title={words.subscribeTo(plan.name)}
      input={coupon.input}
      isPending={isPending}
      onConfirm={async () => {
        const { couponCode } = coupon.input
        onOutcome(await createSubscription({ ...wanted, ...(couponCode && { couponCode }) }))
      }}
      onClose={onClose}
    >
      <SeatFields plan={plan} quantities={quantities} onChange={setQuantities} />
      <CheckoutPreview input={coupon.input} />
      <CouponField coupon={coupon} />
      {error && <ErrorNotice error={error} />}
    </ConfirmDialog>
  )
}
