import type { CheckoutPreviewInput, SettlementOutcome } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useCheckoutPreview } from '../../checkout/useCheckoutPreview.ts'
import { useCreateSubscription } from '../../subscriptions/useCreateSubscription.ts'
import { CheckoutPreview } from '../checkout/CheckoutPreview.tsx'
import { ConfirmDialog } from '../checkout/ConfirmDialog.tsx'
import type { PricingPlan } from '../pricing/PricingTier.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Field } from '../ui/Field.tsx'
import { countSeats, SeatFields } from './SeatFields.tsx'

interface SubscribeDialogProps {
  readonly plan: PricingPlan
  readonly onClose: () => void
  readonly onOutcome: (outcome: SettlementOutcome) => void
}

/** Subscribes a customer who has no plan of the product. */
export function SubscribeDialog({ plan, onClose, onOutcome }: SubscribeDialogProps): ReactElement {
  const { checkout: words } = useWords()
  const { createSubscription, isPending, error } = useCreateSubscription()
  const [quantities, setQuantities] = useState(() => countSeats(plan, {}))
  const selection = { planId: plan.id, ...(quantities && { quantities }) }
  const coupon = useCoupon({ purpose: 'subscription', ...selection })
  return (
    <ConfirmDialog
      title={words.subscribeTo(plan.name)}
      input={coupon.input}
      isPending={isPending}
      onConfirm={async () => {
        const { couponCode } = coupon.input
        onOutcome(await createSubscription({ ...selection, ...(couponCode && { couponCode }) }))
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

/** A coupon that is checked before it applies. */
function CouponField({ coupon }: { readonly coupon: CouponEntry }): ReactElement {
  const { checkout: words } = useWords()
  const [text, setText] = useState('')
  if (coupon.applied !== null) {
    return (
      <p className="purser-coupon">
        <span role="status">{words.couponApplied(coupon.applied)}</span>
        <Button variant="plain" onClick={() => coupon.tryCode(null)}>
          {words.removeCoupon}
        </Button>
      </p>
    )
  }
  return (
    <form
      className="purser-coupon"
      onSubmit={(event) => {
        event.preventDefault()
        coupon.tryCode(text.trim() || null)
      }}
    >
      <Field label={words.coupon} error={coupon.error?.message}>
        {(field) => (
          <input
            {...field}
            className="purser-input"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" isBusy={coupon.isTrying}>
        {words.applyCoupon}
      </Button>
    </form>
  )
}

type SubscriptionInput = Extract<CheckoutPreviewInput, { purpose: 'subscription' }>

interface CouponEntry {
  /** The purchase, with the coupon unless the server refused it. */
  readonly input: SubscriptionInput
  /** The applied code; null if there is none. */
  readonly applied: string | null
  readonly isTrying: boolean
  /** The reason why the server refused the coupon. */
  readonly error: Error | null
  /** null removes the coupon. */
  readonly tryCode: (code: string | null) => void
}

/** Checks a coupon with a preview. The coupon applies if the preview succeeds. */
function useCoupon(input: SubscriptionInput): CouponEntry {
  const [code, setCode] = useState<string | null>(null)
  const withCode = code === null ? null : { ...input, couponCode: code }
  const { preview, isLoading, error } = useCheckoutPreview(withCode)
  return {
    input: withCode && error === null ? withCode : input,
    applied: preview && error === null ? code : null,
    isTrying: isLoading,
    error,
    tryCode: setCode,
  }
}
