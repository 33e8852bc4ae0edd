import { currencyScale } from '@purser/contract'

/**
 * Decimal places that Stripe uses where they differ from ISO 4217. The króna and the Ugandan
 * shilling no longer have decimals but are still sent in hundredths. The ariary is sent in whole
 * units. The forint and the Taiwan dollar are whole in payouts only, so they are not listed.
 */
const STRIPE_SCALES: Readonly<Record<string, number>> = { isk: 2, ugx: 2, mga: 0 }

/** Stripe charges three-decimal currencies in steps of ten: the last digit must be zero. */
const THREE_DECIMAL_STEP = 10

export type StripeAmount = { readonly amount: number } | { readonly problem: string }

/** Converts our minor units to Stripe's, or explains why Stripe cannot charge them. */
export function toStripeAmount(amount: number, currency: string): StripeAmount {
  const scales = scalesOf(currency)
  if (!scales) return { problem: `Stripe does not support the currency "${currency}".` }
  const { ours, theirs } = scales
  const step = ours > theirs ? 10 ** (ours - theirs) : ours === 3 ? THREE_DECIMAL_STEP : 1
  if (amount % step !== 0) {
    return {
      problem: `Stripe accepts ${currency} only in steps of ${step} minor units, so ${amount} cannot be charged.`,
    }
  }
  const converted = theirs > ours ? amount * 10 ** (theirs - ours) : amount / 10 ** (ours - theirs)
  return Number.isSafeInteger(converted) && converted > 0
    ? { amount: converted }
    : { problem: `Stripe cannot charge ${amount} minor units of ${currency}.` }
}

/** Converts Stripe's minor units to ours. */
export function fromStripeAmount(amount: number, currency: string): number {
  const scales = scalesOf(currency)
  if (!scales) return amount
  const { ours, theirs } = scales
  return theirs > ours ? Math.round(amount / 10 ** (theirs - ours)) : amount * 10 ** (ours - theirs)
}

function scalesOf(currency: string): { ours: number; theirs: number } | null {
  const ours = currencyScale(currency)
  return ours === null ? null : { ours, theirs: STRIPE_SCALES[currency] ?? ours }
}
