import type { CheckoutPreviewInput } from '@purser/contract/client'
import { useState } from 'react'
import { useCheckoutPreview } from '../../checkout/useCheckoutPreview.ts'

type SubscriptionInput = Extract<CheckoutPreviewInput, { purpose: 'subscription' }>

export interface Coupon {
  /** What is bought, with the coupon unless the server refused it. */
  readonly input: SubscriptionInput
  /** The code that counts; null while there is none. */
  readonly applied: string | null
  readonly isTrying: boolean
  /** Why the server did not take it. */
  readonly error: Error | null
  /** null takes it away. */
  readonly tryCode: (code: string | null) => void
}

/** A coupon for what is bought, which counts when a preview with it succeeds. */
export function useCoupon(input: SubscriptionInput): Coupon {
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
